// SPDX-License-Identifier: LGPL-2.1-or-later
// FFTs in kernels of your own, in CUDA C++. examples.cpp says which FFT each name is. Their text,
// from fftcore-emit or device_source(), comes before this one, or is included.
using Count = unsigned long long;

// A transform by the threads of a block, its values in registers.
template <class Fft>
__device__ void transform(const void* in, void* out, Count transforms) {
  extern __shared__ __align__(16) unsigned char shared_memory[];
  typename Fft::value_type values[Fft::storage_size];
  Fft::load((const typename Fft::input_type*)in, values, transforms);
  Fft::execute(values, shared_memory);
  Fft::store(values, (typename Fft::output_type*)out, transforms);
}

extern "C" __global__ void simple_block(const void* in, const void*, void* out, Count transforms) {
  transform<block128>(in, out, transforms);
}
// 101 is a prime: the text convolves with a chirp.
extern "C" __global__ void prime_length(const void* in, const void*, void* out, Count transforms) {
  transform<block101>(in, out, transforms);
}
// Halves in pairs: two transforms in each value.
extern "C" __global__ void halves(const void* in, const void*, void* out, Count pairs) {
  transform<half256>(in, out, pairs);
}

// The same with the values in shared memory.
extern "C" __global__ void simple_block_shared(const void* in, const void*, void* out,
                                               Count transforms) {
  extern __shared__ __align__(16) unsigned char shared_memory[];
  float2* const shared_values = (float2*)shared_memory;
  block128::load_shared((const float2*)in, shared_values, transforms);
  __syncthreads();
  block128::execute(shared_values);
  __syncthreads();
  block128::store_shared(shared_values, (float2*)out, transforms);
}

// A transform by one thread.
extern "C" __global__ void simple_thread(const void* in, const void*, void* out,
                                         Count transforms) {
  float2 values[thread8::storage_size];
  thread8::load((const float2*)in, values, transforms);
  thread8::execute(values);
  thread8::store(values, (float2*)out, transforms);
}

// Circular convolution in one kernel: R2C, product with the filter's spectrum, C2R. The two FFTs
// have the same threads, and use the same memory after each other.
extern "C" __global__ void convolution(const void* in, const float2* filter, void* out,
                                       Count transforms) {
  extern __shared__ __align__(16) unsigned char shared_memory[];
  float2 values[forward1024::storage_size];
  forward1024::load((const float2*)in, values, transforms);
  forward1024::execute(values, shared_memory);
  for (unsigned int i = 0; i < forward1024::output_ept; ++i) {
    const unsigned int bin = threadIdx.x + i * forward1024::stride;
    if (bin >= forward1024::output_length) continue;
    const float2 x = values[i], h = filter[bin];
    values[i] = make_float2(x.x * h.x - x.y * h.y, x.x * h.y + x.y * h.x);
  }
  inverse1024::execute(values, shared_memory);
  inverse1024::store(values, (float2*)out, transforms);
}

// Short-time Fourier transform: frames of 1024 samples, 256 apart, windowed while they are loaded;
// the power of each bin.
extern "C" __global__ void stft_power(const float2* signal, const float2* window, float* power,
                                      Count frames) {
  extern __shared__ __align__(16) unsigned char shared_memory[];
  float2 values[forward1024::storage_size];
  const Count frame = forward1024::transform();
  for (unsigned int i = 0; i < forward1024::input_ept; ++i) {  // two samples are one value
    const unsigned int pair = threadIdx.x + i * forward1024::stride;
    const float2 x = frame < frames ? signal[frame * (256 / 2) + pair] : float2{};
    values[i] = make_float2(x.x * window[pair].x, x.y * window[pair].y);
  }
  forward1024::execute(values, shared_memory);
  for (unsigned int i = 0; i < forward1024::output_ept; ++i) {
    const unsigned int bin = threadIdx.x + i * forward1024::stride;
    if (frame < frames && bin < forward1024::output_length)
      power[frame * forward1024::output_length + bin] =
          values[i].x * values[i].x + values[i].y * values[i].y;
  }
}

// Two kernels for the FFT of an image of 64 x 64: rows, which the next one finds as columns.
extern "C" __global__ void image_rows(const float2* in, const void*, float2* out, Count rows) {
  extern __shared__ __align__(16) unsigned char shared_memory[];
  float2 values[block64::storage_size];
  block64::load(in, values, rows);
  block64::execute(values, shared_memory);
  for (unsigned int i = 0; i < block64::output_ept; ++i)
    out[(threadIdx.x + i * block64::stride) * rows + block64::transform()] = values[i];
}
