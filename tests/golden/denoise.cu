// SPDX-License-Identifier: LGPL-2.1-or-later
__device__ __forceinline__ float reciprocal(float x) {
  float y;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
}
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
  float* const powers = (float*)(shared_floats + 864);
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
  const int thread_0 = (int)threadIdx.x;
  const int bin_1 = thread_0 / 8;
  const int strip_2 = (int)blockIdx.x;
  const int segment_3 = (int)blockIdx.y;
  const float number_5 = taps_spectrum[0];
  const float number_6 = taps_spectrum[1];
  for (int i_13 = thread_0; i_13 < 12; i_13 += 24) {
    powers[i_13] = taps_spectrum[i_13 + 8];
  }
  for (int group_14 = 0; group_14 < 2; ++group_14) {
    const int row_15 = thread_0 / 8;
    const int lane_16 = thread_0 % 8;
    if (thread_0 < 16) {
      const int y_17 = segment_3 * 4 + group_14 * 2 + row_15 + (-2);
      const int row_18 = min(abs(y_17), 18 - abs(y_17));
      const int p_19 = (group_14 * 2 + row_15) * 24 + lane_16;
      const int left_20 = strip_2 * 14 + lane_16 * 2 + (-2);
      const int base_21 = row_18 * frame_0_row_stride;
      const int column_22 = min(abs(left_20), 40 - abs(left_20));
      const float x_23 = (float)frame_0[base_21 + column_22];
      const int column_24 = min(abs(left_20 + 1), 40 - abs(left_20 + 1));
      const float x_25 = (float)frame_0[base_21 + column_24];
      const int column_26 = min(abs(left_20 + 2), 40 - abs(left_20 + 2));
      const float x_27 = (float)frame_0[base_21 + column_26];
      const int column_28 = min(abs(left_20 + 3), 40 - abs(left_20 + 3));
      const float x_29 = (float)frame_0[base_21 + column_28];
      const float x_30 = x_23 * 0.25f;
      const float x_32 = x_25 * 0.5f;
      const float r_38 = fmaf(x_27, 0.5f, x_30);
      const float r_40 = fmaf(-x_27, 0.5f, x_30);
      const float r_42 = fmaf(x_29, 0.25f, x_32);
      const float r_44 = fmaf(-x_29, 0.25f, x_32);
      const float r_46 = r_38 + r_42;
      const float r_48 = r_38 - r_42;
      bins[p_19] = make_float2(r_46, 0.0f);
      bins[p_19 + 8] = make_float2(r_40, -r_44);
      bins[p_19 + 16] = make_float2(r_48, 0.0f);
    }
  }
  __syncthreads();
  int carried_55 = 0;
  float carried_56 = 0.0f;
  float carried_57 = 0.0f;
  float carried_58 = 0.0f;
  float carried_59 = 0.0f;
  for (int step_54 = 0; step_54 < 3; ++step_54) {
    const int slot_60 = 0 < carried_55 ? carried_55 + (-1) : 2;
    const int group_61 = step_54 + 2;
    const int row_62 = thread_0 / 8;
    const int lane_63 = thread_0 % 8;
    if (thread_0 < 16) {
      const int y_64 = segment_3 * 4 + group_61 * 2 + row_62 + (-2);
      const int row_65 = min(abs(y_64), 18 - abs(y_64));
      const int p_66 = (slot_60 * 2 + row_62) * 24 + lane_63;
      const int left_67 = strip_2 * 14 + lane_63 * 2 + (-2);
      const int base_68 = row_65 * frame_0_row_stride;
      const int column_69 = min(abs(left_67), 40 - abs(left_67));
      const float x_70 = (float)frame_0[base_68 + column_69];
      const int column_71 = min(abs(left_67 + 1), 40 - abs(left_67 + 1));
      const float x_72 = (float)frame_0[base_68 + column_71];
      const int column_73 = min(abs(left_67 + 2), 40 - abs(left_67 + 2));
      const float x_74 = (float)frame_0[base_68 + column_73];
      const int column_75 = min(abs(left_67 + 3), 40 - abs(left_67 + 3));
      const float x_76 = (float)frame_0[base_68 + column_75];
      const float x_77 = x_70 * 0.25f;
      const float x_79 = x_72 * 0.5f;
      const float r_85 = fmaf(x_74, 0.5f, x_77);
      const float r_87 = fmaf(-x_74, 0.5f, x_77);
      const float r_89 = fmaf(x_76, 0.25f, x_79);
      const float r_91 = fmaf(-x_76, 0.25f, x_79);
      const float r_93 = r_85 + r_89;
      const float r_95 = r_85 - r_89;
      bins[p_66] = make_float2(r_93, 0.0f);
      bins[p_66 + 8] = make_float2(r_87, -r_91);
      bins[p_66 + 16] = make_float2(r_95, 0.0f);
    }
    const int p_101 = (carried_55 < 3 ? carried_55 : carried_55 + (-3)) * 48 + thread_0;
    const int p_102 = (carried_55 < 2 ? carried_55 + 1 : carried_55 + (-2)) * 48 + thread_0;
    const float2 z_103 = bins[p_101];
    const float r_104 = z_103.x * 0.25f;
    const float r_105 = z_103.y * 0.25f;
    const float2 z_106 = bins[p_101 + 24];
    const float r_107 = z_106.x * 0.5f;
    const float r_108 = z_106.y * 0.5f;
    const float2 z_109 = bins[p_102];
    const float2 z_112 = bins[p_102 + 24];
    const float r_115 = fmaf(z_109.x, 0.5f, r_104);
    const float r_116 = fmaf(z_109.y, 0.5f, r_105);
    const float r_117 = fmaf(-z_109.x, 0.5f, r_104);
    const float r_118 = fmaf(-z_109.y, 0.5f, r_105);
    const float r_119 = fmaf(z_112.x, 0.25f, r_107);
    const float r_120 = fmaf(z_112.y, 0.25f, r_108);
    const float r_121 = fmaf(-z_112.x, 0.25f, r_107);
    const float r_122 = fmaf(-z_112.y, 0.25f, r_108);
    const float r_123 = r_115 + r_119;
    const float r_124 = r_116 + r_120;
    const float r_125 = r_115 - r_119;
    const float r_126 = r_116 - r_120;
    const float r_127 = r_117 + r_122;
    const float r_128 = r_118 - r_121;
    const float r_129 = r_117 - r_122;
    const float r_130 = r_118 + r_121;
    const int raised_131 = number_5 <= 1.0f && 1.0f <= number_5 ? 0 : 1;
    float carried_133 = r_123;
    float carried_134 = r_124;
    float carried_135 = r_127;
    float carried_136 = r_128;
    float carried_137 = r_125;
    float carried_138 = r_126;
    float carried_139 = r_129;
    float carried_140 = r_130;
    for (int i_132 = 0; i_132 < 1 - raised_131; ++i_132) {
      const float4 quad_141 = ((const float4*)powers)[bin_1];
      const float power_144 = fmaf(carried_133, carried_133, carried_134 * carried_134);
      const float g_145 = fmaxf(fmaf(-quad_141.x, reciprocal(fmaxf(power_144, quad_141.x)), 1.0f), number_6);
      const float r_146 = g_145 * carried_133;
      const float r_147 = g_145 * carried_134;
      const float power_150 = fmaf(carried_135, carried_135, carried_136 * carried_136);
      const float g_151 = fmaxf(fmaf(-quad_141.y, reciprocal(fmaxf(power_150, quad_141.y)), 1.0f), number_6);
      const float r_152 = g_151 * carried_135;
      const float r_153 = g_151 * carried_136;
      const float power_156 = fmaf(carried_137, carried_137, carried_138 * carried_138);
      const float g_157 = fmaxf(fmaf(-quad_141.z, reciprocal(fmaxf(power_156, quad_141.z)), 1.0f), number_6);
      const float r_158 = g_157 * carried_137;
      const float r_159 = g_157 * carried_138;
      const float power_162 = fmaf(carried_139, carried_139, carried_140 * carried_140);
      const float g_163 = fmaxf(fmaf(-quad_141.y, reciprocal(fmaxf(power_162, quad_141.y)), 1.0f), number_6);
      const float r_164 = g_163 * carried_139;
      const float r_165 = g_163 * carried_140;
      const float carried_133_next = r_146;
      const float carried_134_next = r_147;
      const float carried_135_next = r_152;
      const float carried_136_next = r_153;
      const float carried_137_next = r_158;
      const float carried_138_next = r_159;
      const float carried_139_next = r_164;
      const float carried_140_next = r_165;
      carried_133 = carried_133_next;
      carried_134 = carried_134_next;
      carried_135 = carried_135_next;
      carried_136 = carried_136_next;
      carried_137 = carried_137_next;
      carried_138 = carried_138_next;
      carried_139 = carried_139_next;
      carried_140 = carried_140_next;
    }
    float carried_167 = carried_133;
    float carried_168 = carried_134;
    float carried_169 = carried_135;
    float carried_170 = carried_136;
    float carried_171 = carried_137;
    float carried_172 = carried_138;
    float carried_173 = carried_139;
    float carried_174 = carried_140;
    for (int i_166 = 0; i_166 < raised_131; ++i_166) {
      const float4 quad_175 = ((const float4*)powers)[bin_1];
      const float power_178 = fmaf(carried_167, carried_167, carried_168 * carried_168);
      const float g_179 = fmaxf(powf(fmaxf(fmaf(-quad_175.x, reciprocal(fmaxf(power_178, quad_175.x)), 1.0f), 0.0f), number_5), number_6);
      const float r_180 = g_179 * carried_167;
      const float r_181 = g_179 * carried_168;
      const float power_184 = fmaf(carried_169, carried_169, carried_170 * carried_170);
      const float g_185 = fmaxf(powf(fmaxf(fmaf(-quad_175.y, reciprocal(fmaxf(power_184, quad_175.y)), 1.0f), 0.0f), number_5), number_6);
      const float r_186 = g_185 * carried_169;
      const float r_187 = g_185 * carried_170;
      const float power_190 = fmaf(carried_171, carried_171, carried_172 * carried_172);
      const float g_191 = fmaxf(powf(fmaxf(fmaf(-quad_175.z, reciprocal(fmaxf(power_190, quad_175.z)), 1.0f), 0.0f), number_5), number_6);
      const float r_192 = g_191 * carried_171;
      const float r_193 = g_191 * carried_172;
      const float power_196 = fmaf(carried_173, carried_173, carried_174 * carried_174);
      const float g_197 = fmaxf(powf(fmaxf(fmaf(-quad_175.y, reciprocal(fmaxf(power_196, quad_175.y)), 1.0f), 0.0f), number_5), number_6);
      const float r_198 = g_197 * carried_173;
      const float r_199 = g_197 * carried_174;
      const float carried_167_next = r_180;
      const float carried_168_next = r_181;
      const float carried_169_next = r_186;
      const float carried_170_next = r_187;
      const float carried_171_next = r_192;
      const float carried_172_next = r_193;
      const float carried_173_next = r_198;
      const float carried_174_next = r_199;
      carried_167 = carried_167_next;
      carried_168 = carried_168_next;
      carried_169 = carried_169_next;
      carried_170 = carried_170_next;
      carried_171 = carried_171_next;
      carried_172 = carried_172_next;
      carried_173 = carried_173_next;
      carried_174 = carried_174_next;
    }
    const float r_208 = carried_168 + carried_172;
    const float r_209 = carried_167 + carried_171;
    const float r_210 = carried_168 - carried_172;
    const float r_211 = carried_167 - carried_171;
    const float r_212 = carried_170 + carried_174;
    const float r_213 = carried_169 + carried_173;
    const float r_214 = carried_170 - carried_174;
    const float r_215 = carried_169 - carried_173;
    const float r_216 = r_208 + r_212;
    const float r_217 = r_209 + r_213;
    const float r_218 = r_208 - r_212;
    const float r_219 = r_209 - r_213;
    const float r_220 = r_210 + r_215;
    const float r_221 = r_211 - r_214;
    const float r_222 = r_210 - r_215;
    const float r_223 = r_211 + r_214;
    const int slot_224 = carried_55 < 2 ? carried_55 + 1 : carried_55 + (-2);
    const float sum_225 = fmaf(r_217, 0.015625f, carried_56);
    const float sum_226 = fmaf(r_216, 0.015625f, carried_57);
    sums[step_54 % 2 * 48 + thread_0] = make_float2(sum_225, sum_226);
    const float sum_227 = fmaf(r_221, 0.03125f, carried_58);
    const float sum_228 = fmaf(r_220, 0.03125f, carried_59);
    sums[step_54 % 2 * 48 + thread_0 + 24] = make_float2(sum_227, sum_228);
    const float sum_229 = r_219 * 0.03125f;
    const float sum_230 = r_218 * 0.03125f;
    const float sum_231 = r_223 * 0.015625f;
    const float sum_232 = r_222 * 0.015625f;
    const int task_233 = thread_0 < 16 ? thread_0 + 8 : thread_0 + (-16);
    const int row_234 = task_233 / 8;
    const int lane_235 = task_233 % 8;
    if (2 <= step_54 && task_233 < 8) {
      const int row_236 = (step_54 + 1) % 2 * 2 + row_234 * 2;
      const int p_237 = row_236 * 24 + lane_235;
      const float2 z_238 = sums[p_237];
      const float2 z_239 = sums[p_237 + 24];
      const float r_242 = z_238.x;
      const float r_243 = z_239.x;
      const float2 z_244 = sums[p_237 + 8];
      const float2 z_245 = sums[p_237 + 32];
      const float r_246 = z_244.x - z_245.y;
      const float r_247 = z_244.y + z_245.x;
      const float r_248 = z_244.x + z_245.y;
      const float r_249 = z_245.x - z_244.y;
      const float2 z_250 = sums[p_237 + 16];
      const float2 z_251 = sums[p_237 + 40];
      const float r_254 = z_250.x;
      const float r_255 = z_251.x;
      const float r_256 = r_243 + r_255;
      const float r_257 = r_242 + r_254;
      const float r_258 = r_243 - r_255;
      const float r_259 = r_242 - r_254;
      const float r_260 = r_247 + r_249;
      const float r_261 = r_246 + r_248;
      const float r_262 = r_247 - r_249;
      const float r_263 = r_246 - r_248;
      const float r_264 = r_256 + r_260;
      const float r_265 = r_257 + r_261;
      const float r_266 = r_256 - r_260;
      const float r_267 = r_257 - r_261;
      const float r_268 = r_258 + r_263;
      const float r_269 = r_259 - r_262;
      const float r_270 = r_258 - r_263;
      const float r_271 = r_259 + r_262;
      const int p_272 = row_236 * 96 + lane_235;
      samples[p_272] = r_265 * 0.25f;
      samples[p_272 + 96] = r_264 * 0.25f;
      samples[p_272 + 24] = r_269 * 0.5f;
      samples[p_272 + 120] = r_268 * 0.5f;
      samples[p_272 + 48] = r_267 * 0.5f;
      samples[p_272 + 144] = r_266 * 0.5f;
      samples[p_272 + 72] = r_271 * 0.25f;
      samples[p_272 + 168] = r_270 * 0.25f;
    }
    const int row_274 = thread_0 / 14;
    const int across_275 = thread_0 % 14;
    const int y_276 = (segment_3 * 2 + step_54 + (-3)) * 2 + row_274;
    const int column_277 = strip_2 * 14 + across_275;
    if (3 <= step_54 && (y_276 < 10 && column_277 < 21)) {
      const int place_278 = across_275 + 2;
      const int p_279 = ((step_54 % 2 * 2 + row_274) * 4 + place_278 % 2) * 24 + place_278 / 2;
      output[y_276 * output_row_stride + column_277] = float_to_u8(samples[p_279] + samples[p_279 + 47]);
    }
    const int e_280 = thread_0 + 24;
    const int row_281 = e_280 / 14;
    const int across_282 = e_280 % 14;
    const int y_283 = (segment_3 * 2 + step_54 + (-3)) * 2 + row_281;
    const int column_284 = strip_2 * 14 + across_282;
    if (3 <= step_54 && (y_283 < 10 && column_284 < 21) && e_280 < 28) {
      const int place_285 = across_282 + 2;
      const int p_286 = ((step_54 % 2 * 2 + row_281) * 4 + place_285 % 2) * 24 + place_285 / 2;
      output[y_283 * output_row_stride + column_284] = float_to_u8(samples[p_286] + samples[p_286 + 47]);
    }
    __syncthreads();
    const int carried_55_next = slot_224;
    const float carried_56_next = sum_229;
    const float carried_57_next = sum_230;
    const float carried_58_next = sum_231;
    const float carried_59_next = sum_232;
    carried_55 = carried_55_next;
    carried_56 = carried_56_next;
    carried_57 = carried_57_next;
    carried_58 = carried_58_next;
    carried_59 = carried_59_next;
  }
  const int task_287 = thread_0 < 16 ? thread_0 + 8 : thread_0 + (-16);
  const int row_288 = task_287 / 8;
  const int lane_289 = task_287 % 8;
  if (task_287 < 8) {
    const int row_290 = row_288 * 2;
    const int p_291 = row_290 * 24 + lane_289;
    const float2 z_292 = sums[p_291];
    const float2 z_293 = sums[p_291 + 24];
    const float r_296 = z_292.x;
    const float r_297 = z_293.x;
    const float2 z_298 = sums[p_291 + 8];
    const float2 z_299 = sums[p_291 + 32];
    const float r_300 = z_298.x - z_299.y;
    const float r_301 = z_298.y + z_299.x;
    const float r_302 = z_298.x + z_299.y;
    const float r_303 = z_299.x - z_298.y;
    const float2 z_304 = sums[p_291 + 16];
    const float2 z_305 = sums[p_291 + 40];
    const float r_308 = z_304.x;
    const float r_309 = z_305.x;
    const float r_310 = r_297 + r_309;
    const float r_311 = r_296 + r_308;
    const float r_312 = r_297 - r_309;
    const float r_313 = r_296 - r_308;
    const float r_314 = r_301 + r_303;
    const float r_315 = r_300 + r_302;
    const float r_316 = r_301 - r_303;
    const float r_317 = r_300 - r_302;
    const float r_318 = r_310 + r_314;
    const float r_319 = r_311 + r_315;
    const float r_320 = r_310 - r_314;
    const float r_321 = r_311 - r_315;
    const float r_322 = r_312 + r_317;
    const float r_323 = r_313 - r_316;
    const float r_324 = r_312 - r_317;
    const float r_325 = r_313 + r_316;
    const int p_326 = row_290 * 96 + lane_289;
    samples[p_326] = r_319 * 0.25f;
    samples[p_326 + 96] = r_318 * 0.25f;
    samples[p_326 + 24] = r_323 * 0.5f;
    samples[p_326 + 120] = r_322 * 0.5f;
    samples[p_326 + 48] = r_321 * 0.5f;
    samples[p_326 + 144] = r_320 * 0.5f;
    samples[p_326 + 72] = r_325 * 0.25f;
    samples[p_326 + 168] = r_324 * 0.25f;
  }
  const int row_328 = thread_0 / 14;
  const int across_329 = thread_0 % 14;
  const int y_330 = segment_3 * 2 * 2 + row_328;
  const int column_331 = strip_2 * 14 + across_329;
  if (y_330 < 10 && column_331 < 21) {
    const int place_332 = across_329 + 2;
    const int p_333 = ((row_328 + 2) * 4 + place_332 % 2) * 24 + place_332 / 2;
    output[y_330 * output_row_stride + column_331] = float_to_u8(samples[p_333] + samples[p_333 + 47]);
  }
  const int e_334 = thread_0 + 24;
  const int row_335 = e_334 / 14;
  const int across_336 = e_334 % 14;
  const int y_337 = segment_3 * 2 * 2 + row_335;
  const int column_338 = strip_2 * 14 + across_336;
  if (y_337 < 10 && column_338 < 21 && e_334 < 28) {
    const int place_339 = across_336 + 2;
    const int p_340 = ((row_335 + 2) * 4 + place_339 % 2) * 24 + place_339 / 2;
    output[y_337 * output_row_stride + column_338] = float_to_u8(samples[p_340] + samples[p_340 + 47]);
  }
  __syncthreads();
  const int row_342 = thread_0 / 14;
  const int across_343 = thread_0 % 14;
  const int y_344 = (segment_3 * 2 + 1) * 2 + row_342;
  const int column_345 = strip_2 * 14 + across_343;
  if (y_344 < 10 && column_345 < 21) {
    const int place_346 = across_343 + 2;
    const int p_347 = (row_342 * 4 + place_346 % 2) * 24 + place_346 / 2;
    output[y_344 * output_row_stride + column_345] = float_to_u8(samples[p_347] + samples[p_347 + 47]);
  }
  const int e_348 = thread_0 + 24;
  const int row_349 = e_348 / 14;
  const int across_350 = e_348 % 14;
  const int y_351 = (segment_3 * 2 + 1) * 2 + row_349;
  const int column_352 = strip_2 * 14 + across_350;
  if (y_351 < 10 && column_352 < 21 && e_348 < 28) {
    const int place_353 = across_350 + 2;
    const int p_354 = (row_349 * 4 + place_353 % 2) * 24 + place_353 / 2;
    output[y_351 * output_row_stride + column_352] = float_to_u8(samples[p_354] + samples[p_354 + 47]);
  }
}
