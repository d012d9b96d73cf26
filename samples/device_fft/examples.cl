// SPDX-License-Identifier: LGPL-2.1-or-later
// FFTs in kernels of your own, in OpenCL C. examples.cpp says which FFT each name is. Their text,
// from fftcore-emit or device_source(), comes before this one.

// A transform by the threads of a block, its values in registers.
__kernel void simple_block(const __global float2* in, const __global float* unused,
                           __global float2* out, ulong transforms) {
  __local float2 shared_memory[block128_shared_memory_size / sizeof(float2) + 1];
  float2 values[block128_storage_size];
  block128_load(in, values, transforms);
  block128_execute(values, shared_memory);
  block128_store(values, out, transforms);
}

// The same with the values in local memory.
__kernel void simple_block_shared(const __global float2* in, const __global float* unused,
                                  __global float2* out, ulong transforms) {
  __local float2 shared_values[block128_shared_io_memory_size / sizeof(float2) + 1];
  block128_load_shared(in, shared_values, transforms);
  barrier(CLK_LOCAL_MEM_FENCE);
  block128_execute_shared(shared_values);
  barrier(CLK_LOCAL_MEM_FENCE);
  block128_store_shared(shared_values, out, transforms);
}

// A transform by one thread.
__kernel void simple_thread(const __global float2* in, const __global float* unused,
                            __global float2* out, ulong transforms) {
  float2 values[thread8_storage_size];
  thread8_load(in, values, transforms);
  thread8_execute(values);
  thread8_store(values, out, transforms);
}

// 101 is a prime: the text convolves with a chirp.
__kernel void prime_length(const __global float2* in, const __global float* unused,
                           __global float2* out, ulong transforms) {
  __local float2 shared_memory[block101_shared_memory_size / sizeof(float2) + 1];
  float2 values[block101_storage_size];
  block101_load(in, values, transforms);
  block101_execute(values, shared_memory);
  block101_store(values, out, transforms);
}

// Circular convolution in one kernel: R2C, product with the filter's spectrum, C2R. The two FFTs
// have the same threads, and use the same memory after each other.
__kernel void convolution(const __global float2* in, const __global float2* filter,
                          __global float2* out, ulong transforms) {
  __local float2 shared_memory[forward1024_shared_memory_size / sizeof(float2) +
                               inverse1024_shared_memory_size / sizeof(float2) + 1];
  float2 values[forward1024_storage_size];
  forward1024_load(in, values, transforms);
  forward1024_execute(values, shared_memory);
  for (int i = 0; i < forward1024_output_ept; ++i) {
    const int bin = get_local_id(0) + i * forward1024_stride;
    if (bin < forward1024_output_length) {
      const float2 x = values[i], h = filter[bin];
      values[i] = (float2)(x.x * h.x - x.y * h.y, x.x * h.y + x.y * h.x);
    }
  }
  inverse1024_execute(values, shared_memory);
  inverse1024_store(values, out, transforms);
}

// Short-time Fourier transform: frames of 1024 samples, 256 apart, windowed while they are loaded;
// the power of each bin.
__kernel void stft_power(const __global float2* signal, const __global float2* window,
                         __global float* power, ulong frames) {
  __local float2 shared_memory[forward1024_shared_memory_size / sizeof(float2) + 1];
  float2 values[forward1024_storage_size];
  const ulong frame = forward1024_transform();
  for (int i = 0; i < forward1024_input_ept; ++i) {  // two samples are one value
    const int pair = get_local_id(0) + i * forward1024_stride;
    values[i] = frame < frames ? signal[frame * (256 / 2) + pair] * window[pair] : (float2)(0);
  }
  forward1024_execute(values, shared_memory);
  for (int i = 0; i < forward1024_output_ept; ++i) {
    const int bin = get_local_id(0) + i * forward1024_stride;
    if (frame < frames && bin < forward1024_output_length)
      power[frame * forward1024_output_length + bin] =
          values[i].x * values[i].x + values[i].y * values[i].y;
  }
}

// Two kernels for the FFT of an image of 64 x 64: rows, which the next one finds as columns.
__kernel void image_rows(const __global float2* in, const __global float* unused,
                         __global float2* out, ulong rows) {
  __local float2 shared_memory[block64_shared_memory_size / sizeof(float2) + 1];
  float2 values[block64_storage_size];
  block64_load(in, values, rows);
  block64_execute(values, shared_memory);
  for (int i = 0; i < block64_output_ept; ++i)
    out[(get_local_id(0) + i * block64_stride) * rows + block64_transform()] = values[i];
}

// Halves in pairs: two transforms in each value.
#ifdef cl_khr_fp16
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
__kernel void halves(const __global half4* in, const __global float* unused, __global half4* out,
                     ulong pairs) {
  __local half4 shared_memory[half256_shared_memory_size / sizeof(half4) + 1];
  half4 values[half256_storage_size];
  half256_load(in, values, pairs);
  half256_execute(values, shared_memory);
  half256_store(values, out, pairs);
}
#endif
