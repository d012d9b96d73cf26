// SPDX-License-Identifier: LGPL-2.1-or-later
#include "report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>

namespace bench {
namespace {

constexpr std::size_t kNoteWidth = 100;  // of a table; JSON has all of it

std::string json_string(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    if (static_cast<unsigned char>(c) < 0x20)
      result += fmt::format("\\u{:04x}", static_cast<int>(c));
    else
      result += c;
  }
  return result + '"';
}

std::string first_line(const std::string& text) {
  const std::string line = text.substr(0, text.find('\n'));
  return line.size() <= kNoteWidth ? line : line.substr(0, kNoteWidth) + "...";
}

std::string or_blank(const std::optional<double>& numerator,
                     const std::optional<double>& denominator, const char* format,
                     double factor = 1) {
  if (!numerator || !denominator) return "";
  return fmt::format(fmt::runtime(format), factor * *numerator / *denominator);
}

/// `, "name": value`, or nothing.
std::string json_ratio(const char* name, const std::optional<double>& numerator,
                       const std::optional<double>& denominator) {
  return numerator && denominator
             ? fmt::format(R"(, "{}": {:.4f})", name, *numerator / *denominator)
             : "";
}

std::string json_of(const CaseResult& result, std::size_t peer) {
  const Row& row = result.rows[peer];
  std::string text = fmt::format(R"({{"peer": {}, "status": {}, "note": {})", json_string(row.peer),
                                 json_string(to_string(row.status)), json_string(row.note));
  if (row.status == Status::wrong || row.status == Status::timed)
    // Not a number is no JSON.
    text += fmt::format(
        R"(, "error": {}, "allowed": {:.3e})",
        row.check.error == row.check.error ? fmt::format("{:.3e}", row.check.error) : "null",
        row.check.allowed);
  if (row.status == Status::timed) {
    const Summary& us = row.timing.us;
    text += fmt::format(
        R"(, "us": {:.3f}, "lower_quartile_us": {:.3f}, "upper_quartile_us": {:.3f}, "least_us": {:.3f}, "most_us": {:.3f}, )"
        R"("samples": {}, "repetitions": {}, "launches": {})",
        us.median, us.lower_quartile, us.upper_quartile, us.least, us.most, us.samples,
        row.timing.repetitions, row.timing.nodes);
    text += json_ratio("ratio", us.median, result.us(kOurs)) +
            json_ratio("of_floor", result.us(kFloor), us.median);
  }
  return text + "}";
}

}  // namespace

std::string table_header(const Setting& setting) {
  const Hardware& hardware = setting.hardware;
  return fmt::format(
      "{}, {} multiprocessors, driver {}, CUDA {}, {}, {}; clocks up to {} MHz, memory {} MHz\n",
      hardware.gpu, hardware.multiprocessors, hardware.driver.empty() ? "unknown" : hardware.driver,
      hardware.cuda, setting.compiler, setting.cufft.empty() ? "no cuFFT" : setting.cufft,
      hardware.most_sm_mhz, hardware.most_memory_mhz);
}

std::string table_of(const CaseResult& result) {
  std::string text =
      fmt::format("\n{}: {}\n  {:<22} {:>10} {:>19} {:>8} {:>8} {:>8} {:>8} {:>8}  {}\n",
                  result.what.name, result.what.text, "", "median us", "quartiles", "/ours",
                  "% floor", "GB/s", "Tflop/s", "launches", "error (allowed), note");
  std::string not_done;  // by peers, whose reasons are always the same; JSON has them
  for (std::size_t i = 0; i < result.rows.size(); ++i) {
    const Row& row = result.rows[i];
    const std::optional<double> us = result.us(i);
    if (row.status == Status::not_done && i != kOurs) {
      not_done += fmt::format("{}{}", not_done.empty() ? "" : "; ", row.peer);
      continue;
    }
    if (!us) {
      const std::string error =
          row.status == Status::wrong
              ? fmt::format("{:.1e} ({:.1e}) ", row.check.error, row.check.allowed)
              : "";
      text += fmt::format("  {:<22} {:>10}  {}{}\n", row.peer, to_string(row.status), error,
                          first_line(row.note));
      continue;
    }
    text += fmt::format(
        "  {:<22} {:>10.2f} {:>9.2f} {:>9.2f} {:>8} {:>8} {:>8.0f} {:>8.2f} {:>8}  {:.1e} ({:.1e}) "
        "{}\n",
        row.peer, *us, row.timing.us.lower_quartile, row.timing.us.upper_quartile,
        or_blank(us, result.us(kOurs), "{:.2f}"), or_blank(result.us(kFloor), us, "{:.0f}", 100),
        result.bytes / *us / 1e3, i == kFloor ? 0 : result.flops / *us / 1e6, row.timing.nodes,
        row.check.error, row.check.allowed, first_line(row.note));
  }
  return not_done.empty() ? text : text + fmt::format("  not done by {}\n", not_done);
}

std::string medians_of(const std::vector<CaseResult>& results) {
  std::map<std::pair<std::string, std::size_t>, std::vector<double>> ratios;
  for (const CaseResult& result : results)
    for (std::size_t i = 0; i < result.rows.size(); ++i)
      if (i != kOurs && !result.what.family.empty() && result.us(kOurs) && result.us(i))
        ratios[{result.what.family, i}].push_back(*result.us(i) / *result.us(kOurs));
  std::string text;
  for (const auto& [key, values] : ratios) {
    const Summary summary = summary_of(values);
    text += fmt::format("{:<13} {:<22} median over {} cases {:.2f} times ours ({:.2f} to {:.2f})\n",
                        key.first, peer_kinds()[key.second].name, values.size(), summary.median,
                        summary.least, summary.most);
  }
  return text.empty() ? text : "\n" + text;
}

std::string json_of(const Setting& setting, const std::vector<CaseResult>& results) {
  const Hardware& hardware = setting.hardware;
  std::vector<std::string> peers, cases;
  for (const PeerKind& kind : peer_kinds())
    peers.push_back(fmt::format(R"(  {}: {})", json_string(kind.name), json_string(kind.what)));
  for (const CaseResult& result : results) {
    std::vector<std::string> rows;
    for (std::size_t i = 0; i < result.rows.size(); ++i)
      rows.push_back("    " + json_of(result, i));
    cases.push_back(
        fmt::format("  {{\"name\": {}, \"problem\": {}, \"family\": {}, \"bytes\": {:.0f}, "
                    "\"flops\": {:.0f}, \"sm_mhz\": {}, "
                    "\"memory_mhz\": {}, \"peers\": [\n{}\n  ]}}",
                    json_string(result.what.name), json_string(result.what.text),
                    json_string(result.what.family), result.bytes, result.flops,
                    result.clocks.sm_mhz, result.clocks.memory_mhz, fmt::join(rows, ",\n")));
  }
  return fmt::format(
      "{{\n \"date\": {},\n \"gpu\": {},\n \"driver\": {},\n \"cuda\": {},\n \"compiler\": {},\n "
      "\"cufft\": {},\n \"most_sm_mhz\": "
      "{},\n"
      " \"most_memory_mhz\": {},\n \"command\": {},\n \"what\": {},\n \"peers\": {{\n{}\n }},\n "
      "\"cases\": [\n{}\n ]\n}}\n",
      json_string(setting.date), json_string(hardware.gpu), json_string(hardware.driver),
      json_string(hardware.cuda), json_string(setting.compiler), json_string(setting.cufft),
      hardware.most_sm_mhz, hardware.most_memory_mhz, json_string(setting.command),
      json_string("us: median over samples, each a replayed CUDA graph of that many repetitions, "
                  "peers in random turns; ratio: "
                  "time over fftcore's; "
                  "of_floor: the copy's time over this one; error: relative L2 for floats, largest "
                  "difference for whole numbers, against a "
                  "direct sum or DFT"),
      fmt::join(peers, ",\n"), fmt::join(cases, ",\n"));
}

}  // namespace bench
