// SPDX-License-Identifier: LGPL-2.1-or-later
__device__ __forceinline__ unsigned char float_to_u8(float f) {
  unsigned int n;
  asm("cvt.rni.sat.u8.f32 %0, %1;" : "=r"(n) : "f"(f));
  return (unsigned char)n;
}
extern "C" __global__ __launch_bounds__(24, 1)
void denoise(const unsigned char* __restrict__ frame_0, const int frame_0_row_stride, unsigned char* __restrict__ output, const int output_row_stride, const float* __restrict__ taps_spectrum) {
  extern __shared__ __align__(16) float shared_floats[];
  float2* const bins = (float2*)(shared_floats + 0);
  float2* const sums = (float2*)(shared_floats + 288);
  float* const samples = (float*)(shared_floats + 480);
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
  const int thread_0 = (int)threadIdx.x;
  const int strip_2 = (int)blockIdx.x;
  const int segment_3 = (int)blockIdx.y;
  const float number_6 = taps_spectrum[1];
  const float number_7 = taps_spectrum[2];
  for (int group_13 = 0; group_13 < 2; ++group_13) {
    const int row_14 = thread_0 / 8;
    const int lane_15 = thread_0 % 8;
    if (thread_0 < 16) {
      const int y_16 = segment_3 * 4 + group_13 * 2 + row_14 + (-2);
      const int row_17 = min(abs(y_16), 18 - abs(y_16));
      const int p_18 = (group_13 * 2 + row_14) * 24 + lane_15;
      const int left_19 = strip_2 * 14 + lane_15 * 2 + (-2);
      const int base_20 = row_17 * frame_0_row_stride;
      const int column_21 = min(abs(left_19), 40 - abs(left_19));
      const float x_22 = (float)frame_0[base_20 + column_21];
      const int column_23 = min(abs(left_19 + 1), 40 - abs(left_19 + 1));
      const float x_24 = (float)frame_0[base_20 + column_23];
      const int column_25 = min(abs(left_19 + 2), 40 - abs(left_19 + 2));
      const float x_26 = (float)frame_0[base_20 + column_25];
      const int column_27 = min(abs(left_19 + 3), 40 - abs(left_19 + 3));
      const float x_28 = (float)frame_0[base_20 + column_27];
      const float x_29 = x_22 * 0.25f;
      const float x_31 = x_24 * 0.5f;
      const float r_37 = fmaf(x_26, 0.5f, x_29);
      const float r_39 = fmaf(-x_26, 0.5f, x_29);
      const float r_41 = fmaf(x_28, 0.25f, x_31);
      const float r_43 = fmaf(-x_28, 0.25f, x_31);
      const float r_45 = r_37 + r_41;
      const float r_47 = r_37 - r_41;
      bins[p_18] = make_float2(r_45, 0.0f);
      bins[p_18 + 8] = make_float2(r_39, -r_43);
      bins[p_18 + 16] = make_float2(r_47, 0.0f);
    }
  }
  __syncthreads();
  int carried_54 = 0;
  float carried_55 = 0.0f;
  float carried_56 = 0.0f;
  float carried_57 = 0.0f;
  float carried_58 = 0.0f;
  for (int step_53 = 0; step_53 < 3; ++step_53) {
    const int slot_59 = 0 < carried_54 ? carried_54 + (-1) : 2;
    const int group_60 = step_53 + 2;
    const int row_61 = thread_0 / 8;
    const int lane_62 = thread_0 % 8;
    if (thread_0 < 16) {
      const int y_63 = segment_3 * 4 + group_60 * 2 + row_61 + (-2);
      const int row_64 = min(abs(y_63), 18 - abs(y_63));
      const int p_65 = (slot_59 * 2 + row_61) * 24 + lane_62;
      const int left_66 = strip_2 * 14 + lane_62 * 2 + (-2);
      const int base_67 = row_64 * frame_0_row_stride;
      const int column_68 = min(abs(left_66), 40 - abs(left_66));
      const float x_69 = (float)frame_0[base_67 + column_68];
      const int column_70 = min(abs(left_66 + 1), 40 - abs(left_66 + 1));
      const float x_71 = (float)frame_0[base_67 + column_70];
      const int column_72 = min(abs(left_66 + 2), 40 - abs(left_66 + 2));
      const float x_73 = (float)frame_0[base_67 + column_72];
      const int column_74 = min(abs(left_66 + 3), 40 - abs(left_66 + 3));
      const float x_75 = (float)frame_0[base_67 + column_74];
      const float x_76 = x_69 * 0.25f;
      const float x_78 = x_71 * 0.5f;
      const float r_84 = fmaf(x_73, 0.5f, x_76);
      const float r_86 = fmaf(-x_73, 0.5f, x_76);
      const float r_88 = fmaf(x_75, 0.25f, x_78);
      const float r_90 = fmaf(-x_75, 0.25f, x_78);
      const float r_92 = r_84 + r_88;
      const float r_94 = r_84 - r_88;
      bins[p_65] = make_float2(r_92, 0.0f);
      bins[p_65 + 8] = make_float2(r_86, -r_90);
      bins[p_65 + 16] = make_float2(r_94, 0.0f);
    }
    const int p_100 = (carried_54 < 3 ? carried_54 : carried_54 + (-3)) * 48 + thread_0;
    const int p_101 = (carried_54 < 2 ? carried_54 + 1 : carried_54 + (-2)) * 48 + thread_0;
    const float2 z_102 = bins[p_100];
    const float r_103 = z_102.x * 0.25f;
    const float r_104 = z_102.y * 0.25f;
    const float2 z_105 = bins[p_100 + 24];
    const float r_106 = z_105.x * 0.5f;
    const float r_107 = z_105.y * 0.5f;
    const float2 z_108 = bins[p_101];
    const float2 z_111 = bins[p_101 + 24];
    const float r_114 = fmaf(z_108.x, 0.5f, r_103);
    const float r_115 = fmaf(z_108.y, 0.5f, r_104);
    const float r_116 = fmaf(-z_108.x, 0.5f, r_103);
    const float r_117 = fmaf(-z_108.y, 0.5f, r_104);
    const float r_118 = fmaf(z_111.x, 0.25f, r_106);
    const float r_119 = fmaf(z_111.y, 0.25f, r_107);
    const float r_120 = fmaf(-z_111.x, 0.25f, r_106);
    const float r_121 = fmaf(-z_111.y, 0.25f, r_107);
    const float r_122 = r_114 + r_118;
    const float r_123 = r_115 + r_119;
    const float r_124 = r_114 - r_118;
    const float r_125 = r_115 - r_119;
    const float r_126 = r_116 + r_121;
    const float r_127 = r_117 - r_120;
    const float r_128 = r_116 - r_121;
    const float r_129 = r_117 + r_120;
    const float g_133 = fmaxf(number_7, number_6);
    const float r_134 = g_133 * r_122;
    const float r_135 = g_133 * r_123;
    const float g_139 = fmaxf(number_7, number_6);
    const float r_140 = g_139 * r_126;
    const float r_141 = g_139 * r_127;
    const float g_145 = fmaxf(number_7, number_6);
    const float g_151 = fmaxf(number_7, number_6);
    const float r_162 = fmaf(g_145, r_125, r_135);
    const float r_163 = fmaf(g_145, r_124, r_134);
    const float r_164 = fmaf(-g_145, r_125, r_135);
    const float r_165 = fmaf(-g_145, r_124, r_134);
    const float r_166 = fmaf(g_151, r_129, r_141);
    const float r_167 = fmaf(g_151, r_128, r_140);
    const float r_168 = fmaf(-g_151, r_129, r_141);
    const float r_169 = fmaf(-g_151, r_128, r_140);
    const float r_170 = r_162 + r_166;
    const float r_171 = r_163 + r_167;
    const float r_172 = r_162 - r_166;
    const float r_173 = r_163 - r_167;
    const float r_174 = r_164 + r_169;
    const float r_175 = r_165 - r_168;
    const float r_176 = r_164 - r_169;
    const float r_177 = r_165 + r_168;
    const int slot_178 = carried_54 < 2 ? carried_54 + 1 : carried_54 + (-2);
    const float sum_179 = fmaf(r_171, 0.015625f, carried_55);
    const float sum_180 = fmaf(r_170, 0.015625f, carried_56);
    sums[step_53 % 2 * 48 + thread_0] = make_float2(sum_179, sum_180);
    const float sum_181 = fmaf(r_175, 0.03125f, carried_57);
    const float sum_182 = fmaf(r_174, 0.03125f, carried_58);
    sums[step_53 % 2 * 48 + thread_0 + 24] = make_float2(sum_181, sum_182);
    const float sum_183 = r_173 * 0.03125f;
    const float sum_184 = r_172 * 0.03125f;
    const float sum_185 = r_177 * 0.015625f;
    const float sum_186 = r_176 * 0.015625f;
    const int task_187 = thread_0 < 16 ? thread_0 + 8 : thread_0 + (-16);
    const int row_188 = task_187 / 8;
    const int lane_189 = task_187 % 8;
    if (2 <= step_53 && task_187 < 8) {
      const int row_190 = (step_53 + 1) % 2 * 2 + row_188 * 2;
      const int p_191 = row_190 * 24 + lane_189;
      const float2 z_192 = sums[p_191];
      const float2 z_193 = sums[p_191 + 24];
      const float r_196 = z_192.x;
      const float r_197 = z_193.x;
      const float2 z_198 = sums[p_191 + 8];
      const float2 z_199 = sums[p_191 + 32];
      const float r_200 = z_198.x - z_199.y;
      const float r_201 = z_198.y + z_199.x;
      const float r_202 = z_198.x + z_199.y;
      const float r_203 = z_199.x - z_198.y;
      const float2 z_204 = sums[p_191 + 16];
      const float2 z_205 = sums[p_191 + 40];
      const float r_208 = z_204.x;
      const float r_209 = z_205.x;
      const float r_210 = r_197 + r_209;
      const float r_211 = r_196 + r_208;
      const float r_212 = r_197 - r_209;
      const float r_213 = r_196 - r_208;
      const float r_214 = r_201 + r_203;
      const float r_215 = r_200 + r_202;
      const float r_216 = r_201 - r_203;
      const float r_217 = r_200 - r_202;
      const float r_218 = r_210 + r_214;
      const float r_219 = r_211 + r_215;
      const float r_220 = r_210 - r_214;
      const float r_221 = r_211 - r_215;
      const float r_222 = r_212 + r_217;
      const float r_223 = r_213 - r_216;
      const float r_224 = r_212 - r_217;
      const float r_225 = r_213 + r_216;
      const int p_226 = row_190 * 96 + lane_189;
      samples[p_226] = r_219 * 0.25f;
      samples[p_226 + 96] = r_218 * 0.25f;
      samples[p_226 + 24] = r_223 * 0.5f;
      samples[p_226 + 120] = r_222 * 0.5f;
      samples[p_226 + 48] = r_221 * 0.5f;
      samples[p_226 + 144] = r_220 * 0.5f;
      samples[p_226 + 72] = r_225 * 0.25f;
      samples[p_226 + 168] = r_224 * 0.25f;
    }
    const int row_228 = thread_0 / 14;
    const int across_229 = thread_0 % 14;
    const int y_230 = (segment_3 * 2 + step_53 + (-3)) * 2 + row_228;
    const int column_231 = strip_2 * 14 + across_229;
    if (3 <= step_53 && (y_230 < 10 && column_231 < 21)) {
      const int place_232 = across_229 + 2;
      const int p_233 = ((step_53 % 2 * 2 + row_228) * 4 + place_232 % 2) * 24 + place_232 / 2;
      output[y_230 * output_row_stride + column_231] = float_to_u8(samples[p_233] + samples[p_233 + 47]);
    }
    const int e_234 = thread_0 + 24;
    const int row_235 = e_234 / 14;
    const int across_236 = e_234 % 14;
    const int y_237 = (segment_3 * 2 + step_53 + (-3)) * 2 + row_235;
    const int column_238 = strip_2 * 14 + across_236;
    if (3 <= step_53 && (y_237 < 10 && column_238 < 21) && e_234 < 28) {
      const int place_239 = across_236 + 2;
      const int p_240 = ((step_53 % 2 * 2 + row_235) * 4 + place_239 % 2) * 24 + place_239 / 2;
      output[y_237 * output_row_stride + column_238] = float_to_u8(samples[p_240] + samples[p_240 + 47]);
    }
    __syncthreads();
    const int carried_54_next = slot_178;
    const float carried_55_next = sum_183;
    const float carried_56_next = sum_184;
    const float carried_57_next = sum_185;
    const float carried_58_next = sum_186;
    carried_54 = carried_54_next;
    carried_55 = carried_55_next;
    carried_56 = carried_56_next;
    carried_57 = carried_57_next;
    carried_58 = carried_58_next;
  }
  const int task_241 = thread_0 < 16 ? thread_0 + 8 : thread_0 + (-16);
  const int row_242 = task_241 / 8;
  const int lane_243 = task_241 % 8;
  if (task_241 < 8) {
    const int row_244 = row_242 * 2;
    const int p_245 = row_244 * 24 + lane_243;
    const float2 z_246 = sums[p_245];
    const float2 z_247 = sums[p_245 + 24];
    const float r_250 = z_246.x;
    const float r_251 = z_247.x;
    const float2 z_252 = sums[p_245 + 8];
    const float2 z_253 = sums[p_245 + 32];
    const float r_254 = z_252.x - z_253.y;
    const float r_255 = z_252.y + z_253.x;
    const float r_256 = z_252.x + z_253.y;
    const float r_257 = z_253.x - z_252.y;
    const float2 z_258 = sums[p_245 + 16];
    const float2 z_259 = sums[p_245 + 40];
    const float r_262 = z_258.x;
    const float r_263 = z_259.x;
    const float r_264 = r_251 + r_263;
    const float r_265 = r_250 + r_262;
    const float r_266 = r_251 - r_263;
    const float r_267 = r_250 - r_262;
    const float r_268 = r_255 + r_257;
    const float r_269 = r_254 + r_256;
    const float r_270 = r_255 - r_257;
    const float r_271 = r_254 - r_256;
    const float r_272 = r_264 + r_268;
    const float r_273 = r_265 + r_269;
    const float r_274 = r_264 - r_268;
    const float r_275 = r_265 - r_269;
    const float r_276 = r_266 + r_271;
    const float r_277 = r_267 - r_270;
    const float r_278 = r_266 - r_271;
    const float r_279 = r_267 + r_270;
    const int p_280 = row_244 * 96 + lane_243;
    samples[p_280] = r_273 * 0.25f;
    samples[p_280 + 96] = r_272 * 0.25f;
    samples[p_280 + 24] = r_277 * 0.5f;
    samples[p_280 + 120] = r_276 * 0.5f;
    samples[p_280 + 48] = r_275 * 0.5f;
    samples[p_280 + 144] = r_274 * 0.5f;
    samples[p_280 + 72] = r_279 * 0.25f;
    samples[p_280 + 168] = r_278 * 0.25f;
  }
  const int row_282 = thread_0 / 14;
  const int across_283 = thread_0 % 14;
  const int y_284 = segment_3 * 2 * 2 + row_282;
  const int column_285 = strip_2 * 14 + across_283;
  if (y_284 < 10 && column_285 < 21) {
    const int place_286 = across_283 + 2;
    const int p_287 = ((row_282 + 2) * 4 + place_286 % 2) * 24 + place_286 / 2;
    output[y_284 * output_row_stride + column_285] = float_to_u8(samples[p_287] + samples[p_287 + 47]);
  }
  const int e_288 = thread_0 + 24;
  const int row_289 = e_288 / 14;
  const int across_290 = e_288 % 14;
  const int y_291 = segment_3 * 2 * 2 + row_289;
  const int column_292 = strip_2 * 14 + across_290;
  if (y_291 < 10 && column_292 < 21 && e_288 < 28) {
    const int place_293 = across_290 + 2;
    const int p_294 = ((row_289 + 2) * 4 + place_293 % 2) * 24 + place_293 / 2;
    output[y_291 * output_row_stride + column_292] = float_to_u8(samples[p_294] + samples[p_294 + 47]);
  }
  __syncthreads();
  const int row_296 = thread_0 / 14;
  const int across_297 = thread_0 % 14;
  const int y_298 = (segment_3 * 2 + 1) * 2 + row_296;
  const int column_299 = strip_2 * 14 + across_297;
  if (y_298 < 10 && column_299 < 21) {
    const int place_300 = across_297 + 2;
    const int p_301 = (row_296 * 4 + place_300 % 2) * 24 + place_300 / 2;
    output[y_298 * output_row_stride + column_299] = float_to_u8(samples[p_301] + samples[p_301 + 47]);
  }
  const int e_302 = thread_0 + 24;
  const int row_303 = e_302 / 14;
  const int across_304 = e_302 % 14;
  const int y_305 = (segment_3 * 2 + 1) * 2 + row_303;
  const int column_306 = strip_2 * 14 + across_304;
  if (y_305 < 10 && column_306 < 21 && e_302 < 28) {
    const int place_307 = across_304 + 2;
    const int p_308 = (row_303 * 4 + place_307 % 2) * 24 + place_307 / 2;
    output[y_305 * output_row_stride + column_306] = float_to_u8(samples[p_308] + samples[p_308 + 47]);
  }
}
