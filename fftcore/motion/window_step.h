// SPDX-License-Identifier: LGPL-2.1-or-later
// One step of the search for a motion: windows of one level, looked for near where a map says.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "fftcore/backend.h"
#include "image_levels.h"
#include "left_out.h"
#include "structure_map.h"

namespace fftcore {

struct StepRules {
  std::size_t level = 0;
  Extent grid;              ///< of windows
  Extent turned_grid = {};  ///< of the last step, where windows are turned or zoomed much
  std::int64_t side = 16;   ///< of a window, even
  std::int64_t search = 8;  ///< on each side of it
  int refine = 0;
  double tolerance = 1;                        ///< of the fit, in pixels of the level
  MotionModel most = MotionModel::projective;  ///< that is fitted
  bool is_last = false;  ///< windows are found between pixels, and turned where it matters
};

/// Most windows of a step.
constexpr std::int64_t most_windows(const StepRules& rules) {
  return std::max(rules.grid.rows * rules.grid.columns,
                  rules.turned_grid.rows * rules.turned_grid.columns);
}

/// What became of a step's windows.
struct WindowPairs {
  std::vector<PlacePair> pairs;  ///< places in pixels of the images; their weights are 1
  std::vector<double> scores;
  std::int64_t unmatched = 0;  ///< windows with structure that were not found
};

class WindowStep {
 public:
  WindowStep(Backend& backend, const Queue& queue, const LevelPlan& plan, const StepRules& rules,
             const Layout& level);

  const StepRules& rules() const { return rules_; }
  double tolerance() const { return rules_.tolerance * plan_.factor(rules_.level); }

  struct Image {
    const ImageLevels& levels;
    const LeftOut& left_out;
  };
  /// Looks for windows of the first image near where `expected` maps them. `structure` is that
  /// image's. Takes no memory. False where no window shows structure.
  bool run(Queue& queue, const Image& first, const Image& second, const StructureMap& structure,
           const MotionMap& expected, WindowPairs& found);

 private:
  bool is_turned(const MotionMap& expected) const;
  bool place(StructureMap::Place centre, const MotionMap& expected, bool is_turned,
             const LeftOut& left_out, MappedWindowPlace& place) const;

  const LevelPlan plan_;
  const StepRules rules_;
  std::unique_ptr<WindowExecutable> executable_;
  std::vector<StructureMap::Place> centres_;
  std::vector<MappedWindowPlace> places_;
  std::vector<WindowResult> results_;
};

}  // namespace fftcore
