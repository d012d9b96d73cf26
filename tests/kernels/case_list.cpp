// SPDX-License-Identifier: LGPL-2.1-or-later
#include "case_list.h"

#include "denoise_list.h"
#include "few_taps_list.h"
#include "filter_list.h"
#include "half_spectrum_list.h"
#include "problem_list.h"
#include "sample_formula_list.h"
#include "search_list.h"
#include "spectrum_formula_list.h"
#include "spectrum_list.h"
#include "transform_formula_list.h"
#include "transform_list.h"
#include "transform_long_list.h"
#include "warp_list.h"
#include "window_list.h"

namespace kernels {
namespace {

class Cases {
 public:
  void add(const std::string& kind, const std::vector<std::string>& list,
           const std::string& traits = "") {
    for (const std::string& text : list) all.push_back({kind, traits, text});
  }

  std::vector<KernelCase> all;
};

/// With their formulas; not all of them have a plan by each rule.
std::vector<std::string> formula_texts() {
  std::vector<std::string> list;
  for (const auto& some : {problems::formula_work(), problems::formula_volumes()})
    for (const problems::FormulaWork& work : some)
      list.push_back(problems::text_with_formulas(work));
  return list;
}

std::vector<std::string> texts_of(const std::vector<transforms::formulas::FormulaTransform>& all) {
  std::vector<std::string> list;
  for (const auto& work : all) list.push_back(text_with_formulas(work));
  return list;
}

}  // namespace

std::vector<KernelCase> case_list() {
  using namespace problems;
  Cases cases;
  cases.add("direct", of_few_taps());
  cases.add("separable", of_products());
  cases.add("bands", of_bands());
  cases.add("bands", of_real_bands());
  cases.add("half-tile", of_half_tiles());
  cases.add("tile", in_tiles());
  cases.add("passes", on_gpus());
  cases.add("half-spectrum", of_half_spectra());
  for (const char* rule : {"tile", "passes", "half-spectrum"}) cases.add(rule, formula_texts());
  for (const spectra::SpectrumWork& work : spectra::list())
    if (work.is_on_gpus) cases.add("half-spectrum", {text_with_formulas(work)});

  for (const auto& list :
       {transforms_of_every_length(), transforms_of_many_axes(), transforms_of_up_to_eight_axes(),
        scaled_transforms(), strided_transforms(), planar_transforms(), padded_transforms(),
        transforms_of_other_numbers(), packed_transforms(), transforms_of_ranges(),
        transforms_of_several_ranges(), cosine_transforms(false)})
    cases.add("transform", list);
  for (const auto& list : {long_transforms(), long_transforms_of_ranges()})
    cases.add("transform", list, kLittleMemory);
  cases.add("transform", very_long_transforms(), kThreeLaunches);
  for (const auto& list : {transforms_of_wide_indices(), long_packed_transforms()})
    cases.add("transform", list, kWideIndices);
  cases.add("transform", texts_of(transforms::formulas::list()));
  cases.add("transform", texts_of(transforms::formulas::long_list()), kWideIndices);
  for (const TransformCase& one : transforms_by_chirps_in_many_launches())
    cases.add("transform", {one.text}, one.traits);

  for (const char* stage : {"forward", "product", "inverse"}) cases.add(stage, stages());
  cases.add("match", matchings());
  cases.add("phase", phases());
  cases.add("denoise", denoisings());
  cases.add("warp", warps());
  cases.add("windows", windows());
  cases.add("filters", filters());
  return cases.all;
}

}  // namespace kernels
