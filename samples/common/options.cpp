// SPDX-License-Identifier: LGPL-2.1-or-later
#include "options.h"

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <limits>

#include "fftcore/backend.h"

namespace samples {
namespace {

constexpr const char* kSingle = "0 or a size of 1.2e-38 to 3.4e38, which single precision holds,";

bool is_single(double value) {
  using Limits = std::numeric_limits<float>;
  return value == 0 || (std::abs(value) >= Limits::min() && std::abs(value) <= Limits::max());
}

std::string backends_help() {
  std::string text = "auto (the best that works here; default)";
  for (const fftcore::Backend* backend : fftcore::backends())
    text += ", " + std::string(backend->name());
  return text;
}

}  // namespace

float single(std::string_view what, double value) {
  if (!is_single(value))
    throw UsageError(fmt::format("{} is {:g}; {} is expected", what, value, kSingle));
  return static_cast<float>(value);
}

double number(std::string_view what, const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  const bool has_end = !text.empty() && end == text.c_str() + text.size();
  const bool is_number = has_end && text.find_first_of("nN") == std::string::npos;  // nan, inf
  if (!is_number) throw UsageError(fmt::format("{} is '{}'; a number is expected", what, text));
  if (!is_single(value))
    throw UsageError(fmt::format("{} is '{}'; {} is expected", what, text, kSingle));
  return value;
}

Options::Options(std::string program, std::string operands, std::string purpose, std::size_t least,
                 std::size_t most)
    : program_(std::move(program)),
      operands_(std::move(operands)),
      purpose_(std::move(purpose)),
      least_(least),
      most_(most) {}

void Options::add(std::string name, bool& value, std::string help) {
  options_.push_back(
      {std::move(name), "", std::move(help), [&value](const std::string&) { value = true; }});
}

void Options::add(std::string name, std::string argument, std::string& value, std::string help) {
  options_.push_back({std::move(name), std::move(argument), std::move(help),
                      [&value](const std::string& text) { value = text; }});
}

void Options::add(std::string name, std::string argument, double& value, std::string help) {
  const std::string what = "--" + name;
  options_.push_back({std::move(name), std::move(argument), std::move(help),
                      [&value, what](const std::string& text) { value = number(what, text); }});
}

void Options::add(std::string name, std::string argument, int& value, int least, int most,
                  std::string help) {
  add(std::move(name), std::move(argument), value, least, most, std::move(help), "", 0);
}

void Options::add(std::string name, std::string argument, int& value, int least, int most,
                  std::string help, std::string word, int meaning) {
  const std::string what = "--" + name;
  options_.push_back(
      {std::move(name), std::move(argument), std::move(help),
       [&value, what, least, most, word = std::move(word), meaning](const std::string& text) {
         if (!word.empty() && text == word) return void(value = meaning);
         const std::string expected = word.empty() ? "" : fmt::format(" or '{}'", word);
         double found = std::nan("");
         try {
           found = number(what, text);
         } catch (const UsageError&) {
           if (word.empty()) throw;
         }
         if (found != std::floor(found) || found < least || found > most)
           throw UsageError(fmt::format("{} is '{}'; a whole number from {} to {}{} is expected",
                                        what, text, least, most, expected));
         value = static_cast<int>(found);
       }});
}

const Options::Option& Options::find(const std::string& name) const {
  const auto found = std::ranges::find_if(
      options_, [&](const Option& option) { return !name.empty() && option.name == name; });
  if (found == options_.end()) throw UsageError(fmt::format("there is no option --{}", name));
  return *found;
}

std::vector<std::string> Options::parse(std::span<char*> arguments) {
  std::vector<std::string> operands;
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    const std::string word = arguments[i];
    if (word == "--") {
      operands.insert(operands.end(), arguments.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                      arguments.end());
      break;
    }
    if (word == "-h") {
      help_ = true;
    } else if (word.starts_with("--")) {
      const auto equals = word.find('=');
      const Option& option =
          find(word.substr(2, equals == std::string::npos ? equals : equals - 2));
      const bool has_value = equals != std::string::npos;
      if (option.argument.empty()) {
        if (has_value) throw UsageError(fmt::format("--{} takes no value", option.name));
        option.set("");
      } else {
        if (!has_value && i + 1 == arguments.size())
          throw UsageError(fmt::format("--{} needs a value: {}", option.name, option.argument));
        option.set(has_value ? word.substr(equals + 1) : std::string(arguments[++i]));
      }
    } else if (word.starts_with("-") && word.size() > 1) {
      throw UsageError(fmt::format("there is no option {}; options begin with --", word));
    } else {
      operands.push_back(word);
    }
  }
  if (!help_ && (operands.size() < least_ || operands.size() > most_))
    throw UsageError(fmt::format("{} operand{} given; expected: {}", operands.size(),
                                 operands.size() == 1 ? " is" : "s are", operands_));
  return operands;
}

std::string Options::help() const {
  std::string text = fmt::format("usage: {} [OPTIONS] {}\n\n{}\n", program_, operands_, purpose_);
  for (const Option& option : options_) {
    if (option.name.empty()) {
      text += "\n" + option.help + ":\n";
    } else {
      text += fmt::format(
          "  {:<28} {}\n",
          "--" + option.name + (option.argument.empty() ? "" : " " + option.argument), option.help);
    }
  }
  return text;
}

int Options::run(int argc, char** argv,
                 const std::function<int(const std::vector<std::string>&)>& work) {
  std::signal(SIGXFSZ, SIG_IGN);  // a limit on the size of files is an error as others are
  title("In general");
  add("backend", "NAME", backend_, backends_help());
  add("help", help_, "this text");
  try {
    const auto operands = parse({argv, static_cast<std::size_t>(argc)});
    if (help_) {
      std::cout << help();
      return kDone;
    }
    return work(operands);
  } catch (const UsageError& error) {
    std::cerr << program_ << ": " << error.what() << "\nTry '" << program_ << " --help'.\n";
    return kUsage;
  } catch (const std::exception& error) {
    std::cerr << program_ << ": " << error.what() << "\n";
    return kFailed;
  }
}

}  // namespace samples
