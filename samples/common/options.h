// SPDX-License-Identifier: LGPL-2.1-or-later
// Command lines of the samples: --name VALUE or --name=VALUE, --help, --backend, and what is to be
// said where they are wrong.
#pragma once

#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace samples {

/// The command line is wrong: exit status 2.
struct UsageError : std::runtime_error {
  using runtime_error::runtime_error;
};

enum ExitStatus : int { kDone = 0, kFailed = 1, kUsage = 2, kNothingFound = 3 };

class Options {
 public:
  /// `operands` as in "INPUT OUTPUT"; at least `least` and at most `most` of them are needed.
  Options(std::string program, std::string operands, std::string purpose, std::size_t least,
          std::size_t most);

  void add(std::string name, bool& value, std::string help);
  void add(std::string name, std::string argument, std::string& value, std::string help);
  void add(std::string name, std::string argument, double& value, std::string help);
  /// Whole numbers of a range.
  void add(std::string name, std::string argument, int& value, int least, int most,
           std::string help);
  /// A word may stand for a number beside them.
  void add(std::string name, std::string argument, int& value, int least, int most,
           std::string help, std::string word, int meaning);
  /// One of some words.
  template <class Value>
  void add(std::string name, Value& value, std::vector<std::pair<std::string, Value>> words,
           const std::string& help) {
    std::string all;
    for (const auto& word : words) all += (all.empty() ? "" : ", ") + word.first;
    const std::string what = "--" + name;
    options_.push_back(
        {std::move(name), "WORD", help + ": " + all, [=, &value](const std::string& text) {
           for (const auto& [word, meaning] : words)
             if (word == text) return void(value = meaning);
           throw UsageError(fmt::format("{} is '{}'; one of {} is expected", what, text, all));
         }});
  }
  /// What begins a group of options in --help.
  void title(std::string text) { options_.push_back({"", "", std::move(text), {}}); }

  /// Runs `work` with the operands. Says on standard error what is wrong, and returns the exit
  /// status.
  int run(int argc, char** argv, const std::function<int(const std::vector<std::string>&)>& work);

  const std::string& backend() const { return backend_; }

 private:
  struct Option {
    std::string name, argument, help;  ///< no argument: a switch; no name: a title
    std::function<void(const std::string&)> set;
  };
  std::vector<std::string> parse(std::span<char*> arguments);  ///< the operands
  std::string help() const;
  const Option& find(const std::string& name) const;

  std::string program_, operands_, purpose_;
  std::size_t least_, most_;
  std::vector<Option> options_;
  std::string backend_ = "auto";
  bool help_ = false;
};

/// All of `text` as a number that single precision holds; UsageError with `what` otherwise.
double number(std::string_view what, const std::string& text);

/// Single precision; UsageError with `what` where that cannot hold it.
float single(std::string_view what, double value);

}  // namespace samples
