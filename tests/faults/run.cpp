// SPDX-License-Identifier: LGPL-2.1-or-later
// Runs a scenario again and again, each time in a process of its own, and makes the first, the
// second, the third ... call of a kind fail, until the scenario gets through without reaching it.
// Each run must end with the right result or a clean error; once more in the same process it must
// be right; memory, files, threads and the driver's objects must have been given back; and where
// files failed, the next start finds none that is damaged and leaves no temporary one.
//
// Of more than a hundred calls of GPU work, whose planning asks for memory very often, each nth is
// followed by the one a hundredth further on; with FFTCORE_FAULTS=all none is left out.
//
//   faults SCENARIO [KIND [NTH]]
#include <dirent.h>
#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <string>

#include <fmt/format.h>

#include "cache_entry.h"
#include "fault_shim.h"
#include "scenario.h"

using namespace fftcore;
using namespace fftcore::test;
namespace fs = std::filesystem;

namespace {

constexpr unsigned kMostSeconds = 60;  // for one run
constexpr long kMostTexts = 24;
constexpr int kFilesOfPoll = 2;

const FaultShim& shim() {
  static const auto* const found =
      static_cast<const FaultShim*>(dlsym(RTLD_DEFAULT, "fftcore_fault_shim"));
  if (found == nullptr) {
    std::fputs("faults: the shim is not there; it is preloaded (LD_PRELOAD)\n", stderr);
    std::exit(2);
  }
  return *found;
}

int entries_of(const char* folder) {
  int count = 0;
  DIR* const opened = opendir(folder);
  while (readdir(opened) != nullptr) ++count;
  closedir(opened);
  return count;
}

/// What a process holds. GLib's threads, which it keeps for others to come, are not counted.
struct Holdings {
  long blocks = 0;
  int files = 0;
  int threads = 0;
  int driver_objects = 0;
};

Holdings holdings(bool counts_threads) {
  Holdings now;
  now.files = entries_of("/proc/self/fd");
  now.threads = counts_threads ? entries_of("/proc/self/task") : 0;
  if (void* const driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD)) {
    if (const auto left = reinterpret_cast<int (*)()>(dlsym(driver, "fakeCudaLeft")))
      now.driver_objects = left();
    dlclose(driver);
  }
  now.blocks = shim().end().blocks;
  return now;
}

/// How a run ended.
enum class Outcome : int { unreached, right, error, failed };

/// One line, written without asking for memory.
void say(const char* what, const char* text) {
  std::fprintf(stderr, "  %s: %s\n", what, text);
}

struct Job {
  const Scenario& scenario;
  FaultKind kind;
  std::string want;   // the scenario's result
  Holdings baseline;  // after two runs without faults
};

Outcome failure(const char* what, const std::string& text) {
  say(what, text.c_str());
  shim().trace(STDERR_FILENO);
  return Outcome::failed;
}

/// The scenario with its nth call failing, then without.
Outcome run_and_again(const Job& job, long nth, bool is_repeated) {
  std::string got, error;
  bool is_error = false;
  shim().begin(job.kind, nth);
  try {
    got = job.scenario.run();
  } catch (const std::exception& exception) {
    shim().end();
    is_error = true;
    error = exception.what();
  }
  const bool is_hit = shim().end().hit;
  // A backend whose driver did not start says so again.
  const bool may_stay_away = job.kind == FaultKind::driver && is_repeated;
  if (!is_hit && is_error && !may_stay_away) return failure("an error without a fault", error);
  if (is_error && error.empty()) return failure("an error without a text", "");
  if (!is_error && got != job.want) return failure("a wrong result", got);
  if (!is_hit) return Outcome::unreached;
  try {
    if (const std::string again = job.scenario.run(); again != job.want)
      return failure("a wrong result of the run after it", again);
  } catch (const std::exception& exception) {
    if (job.kind != FaultKind::driver || exception.what() == std::string())
      return failure("an error of the run after it", exception.what());
  }
  return is_error ? Outcome::error : Outcome::right;
}

bool is_within(const Holdings& now, const Holdings& most) {
  return now.blocks <= most.blocks && now.files <= most.files && now.threads <= most.threads &&
         now.driver_objects <= most.driver_objects;
}

/// What is held, once it is no more than may be: GStreamer's threads give back a little later. Says
/// what is too much.
std::optional<Holdings> given_back(const Job& job, const Holdings& most) {
  Holdings now;
  for (int tries = 0; tries < 400; ++tries) {
    now = holdings(job.scenario.owns_threads);
    if (is_within(now, most)) return now;
    usleep(5000);
  }
  failure("not given back",
          fmt::format("blocks {} (else {}), files {} ({}), threads {} ({}), objects of the driver "
                      "{} ({})",
                      now.blocks, most.blocks, now.files, most.files, now.threads, most.threads,
                      now.driver_objects, most.driver_objects));
  return std::nullopt;
}

Outcome run_with_fault(const Job& job, long nth) {
  const Outcome outcome = run_and_again(job, nth, false);
  if (outcome == Outcome::unreached || outcome == Outcome::failed) return outcome;
  Holdings most = job.baseline;
  // Texts of errors that are kept, made at the first error.
  most.blocks += kMostTexts;
  // An object that the failed call was to give back.
  const int lost = job.kind == FaultKind::driver ? 1 : 0;
  most.driver_objects += lost;
  // A bus or a clock of GStreamer's, which its threads give back when they like.
  if (!job.scenario.owns_threads) most.files += kFilesOfPoll;
  const std::optional<Holdings> first = given_back(job, most);
  if (!first) return Outcome::failed;
  // The same once more keeps nothing more, but for what the driver that pretends knows of an object
  // and what was compiled meanwhile.
  if (run_and_again(job, nth, true) == Outcome::failed) return Outcome::failed;
  most.blocks = std::max(first->blocks, job.baseline.blocks) + kMostTexts * lost;
  most.driver_objects = first->driver_objects + lost;
  return given_back(job, most) ? outcome : Outcome::failed;
}

/// Runs `work` in a process of its own; its status as wait() has it.
template <class Work>
int in_a_process(const Work& work) {
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    alarm(kMostSeconds);
    // A process that is ended still says which call failed.
    for (const int number : {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGALRM})
      signal(number, [](int caught) {
        shim().trace(STDERR_FILENO);
        signal(caught, SIG_DFL);
        raise(caught);
      });
    const int code = work();
    std::fflush(nullptr);
    _exit(code);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return status;
}

/// A folder for the cache, new for each fault.
class CacheOfOneRun {
 public:
  CacheOfOneRun() {
    std::string name = (fs::temp_directory_path() / "fftcore-faults-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    folder_ = name;
    setenv("FFTCORE_CACHE", (folder_ / "cache").c_str(), 1);
  }
  ~CacheOfOneRun() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  CacheOfOneRun(const CacheOfOneRun&) = delete;
  CacheOfOneRun& operator=(const CacheOfOneRun&) = delete;

  /// What is wrong with what lies there; nothing where all is well.
  std::string damage() const {
    std::error_code none;
    for (const fs::directory_entry& item : fs::recursive_directory_iterator(folder_, none)) {
      if (!item.is_regular_file()) continue;
      const std::string name = item.path().filename().string();
      if (name.find(".new-") != std::string::npos) return "a temporary file stayed: " + name;
      std::ifstream file(item.path(), std::ios::binary);
      std::string mark;
      std::size_t key_size = 0;
      std::getline(file, mark);
      file >> key_size;
      std::getline(file, mark);
      std::string key(key_size, '\0');
      file.read(key.data(), static_cast<std::streamsize>(key_size));
      if (!file || !read_cache_entry(item.path(), key)) return "a damaged file: " + name;
    }
    return {};
  }

 private:
  fs::path folder_;
};

/// The result and what is held, from a process without faults.
bool measure(Job& job) {
  const CacheOfOneRun cache;
  int pipes[2];
  if (pipe(pipes) != 0) return false;
  const int status = in_a_process([&] {
    shim().begin(FaultKind::none, 0);
    std::string text = job.scenario.run();
    job.scenario.run();
    shim().end();
    const std::string want = text;
    text = {};
    Holdings now = holdings(job.scenario.owns_threads);
    now.files -= 0;
    if (write(pipes[1], &now, sizeof now) < 0 || write(pipes[1], want.data(), want.size()) < 0)
      return 1;
    return 0;
  });
  close(pipes[1]);
  char text[4096];
  const bool is_read = read(pipes[0], &job.baseline, sizeof job.baseline) ==
                       static_cast<ssize_t>(sizeof job.baseline);
  const ssize_t length = read(pipes[0], text, sizeof text);
  close(pipes[0]);
  if (status != 0 || !is_read || length <= 0) return false;
  job.baseline.files -= 2;   // both ends of the pipe
  job.baseline.blocks += 1;  // `want` may lie on the heap
  job.want.assign(text, static_cast<std::size_t>(length));
  return true;
}

/// False where the fault did harm.
bool survives(const Job& job, long nth, Outcome& outcome) {
  const CacheOfOneRun cache;
  const int status = in_a_process([&] { return static_cast<int>(run_with_fault(job, nth)); });
  if (WIFSIGNALED(status)) say("ended by", strsignal(WTERMSIG(status)));
  outcome = WIFEXITED(status) && WEXITSTATUS(status) <= static_cast<int>(Outcome::failed)
                ? static_cast<Outcome>(WEXITSTATUS(status))
                : Outcome::failed;
  if (outcome == Outcome::failed) return false;
  if (job.kind != FaultKind::files && job.kind != FaultKind::halves) return true;
  const int next_start = in_a_process([&] { return job.scenario.run() == job.want ? 0 : 1; });
  const std::string damage = cache.damage();
  if (!damage.empty()) say("after the next start", damage.c_str());
  if (next_start != 0) say("the next start", "is not right");
  return damage.empty() && next_start == 0;
}

int run_kind(const Scenario& scenario, const char* name, FaultKind kind, long only) {
  // FFTW measures, and writes what it found, only where files are what fails.
  const bool has_files = kind == FaultKind::files || kind == FaultKind::halves;
  setenv("FFTCORE_TUNE", has_files ? "1" : "0", 1);
  Job job{scenario, kind, {}, {}};
  if (!measure(job)) {
    std::fprintf(stderr, "%s fails without any fault\n", scenario.name.c_str());
    return 1;
  }
  int errors = 0, right = 0, harm = 0;
  const char* const setting = std::getenv("FFTCORE_FAULTS");
  const bool is_sparse =
      scenario.has_driver && (setting == nullptr || std::strcmp(setting, "all") != 0);
  long nth = only > 0 ? only : 1;
  for (;; nth += is_sparse ? std::max(1L, nth / 100) : 1) {
    Outcome outcome = Outcome::failed;
    if (!survives(job, nth, outcome)) {
      ++harm;
      std::fprintf(stderr, "%s: call %ld of kind %s did harm; again by: %s %s %ld\n",
                   scenario.name.c_str(), nth, name, scenario.name.c_str(), name, nth);
    }
    if (outcome == Outcome::unreached || only > 0) break;
    errors += outcome == Outcome::error;
    right += outcome == Outcome::right;
  }
  std::printf(
      "%-22s %-8s %5d of %6ld calls failed: %5d clean errors, %4d right results, %3d did harm\n",
      scenario.name.c_str(), name, errors + right + harm, nth - 1, errors, right, harm);
  return harm > 0;
}

constexpr std::pair<const char*, FaultKind> kKinds[] = {{"memory", FaultKind::memory},
                                                        {"threads", FaultKind::threads},
                                                        {"files", FaultKind::files},
                                                        {"halves", FaultKind::halves},
                                                        {"driver", FaultKind::driver}};

const Scenario* scenario_of(std::string_view name) {
  for (const auto list : {library_scenarios(), element_scenarios()})
    for (const Scenario& scenario : list)
      if (scenario.name == name) return &scenario;
  return nullptr;
}

}  // namespace

int main(int argc, char** argv) {
  const Scenario* const scenario = argc > 1 ? scenario_of(argv[1]) : nullptr;
  if (scenario == nullptr) {
    std::fputs("usage: faults SCENARIO [KIND [NTH]]\nscenarios:", stderr);
    for (const auto list : {library_scenarios(), element_scenarios()})
      for (const Scenario& one : list) std::fprintf(stderr, " %s", one.name.c_str());
    std::fputs("\nkinds:", stderr);
    for (const auto& [name, kind] : kKinds) std::fprintf(stderr, " %s", name);
    std::fputs("\n", stderr);
    return 2;
  }
  shim();
  if (scenario->prepare) scenario->prepare();
  int failed = 0;
  for (const auto& [name, kind] : kKinds) {
    if (argc > 2 && std::strcmp(argv[2], name) != 0) continue;
    if (kind == FaultKind::driver && !scenario->has_driver) continue;
    failed += run_kind(*scenario, name, kind, argc > 3 ? std::atol(argv[3]) : 0);
  }
  return failed > 0;
}
