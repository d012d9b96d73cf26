// SPDX-License-Identifier: LGPL-2.1-or-later
#include "claimed_length.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <string_view>

namespace fftcore::gst::fir {
namespace {

using Bytes = std::uint64_t;
using Claim = std::optional<Bytes>;  // nothing where the header does not say

/// More parts than a file of sound has; also bounds the work on what is none.
constexpr int kMostParts = 4096;

enum class Order : std::uint8_t { little, big };

/// Numbers and words at places of a file; 0 and fewer letters beyond its end.
class Header {
 public:
  explicit Header(const std::string& location) : file_(location, std::ios::binary) {
    file_.seekg(0, std::ios::end);
    const auto end = static_cast<std::streamoff>(file_.tellg());
    size_ = end > 0 ? static_cast<Bytes>(end) : 0;
  }
  Bytes size() const { return size_; }
  std::string word(Bytes at, std::size_t letters) {
    std::string word(
        at < size_ ? static_cast<std::size_t>(std::min<Bytes>(letters, size_ - at)) : 0, '\0');
    file_.clear();
    file_.seekg(static_cast<std::streamoff>(at));
    file_.read(word.data(), std::ssize(word));
    word.resize(static_cast<std::size_t>(std::max<std::streamsize>(file_.gcount(), 0)));
    return word;
  }
  bool has(Bytes at, std::string_view word) { return this->word(at, word.size()) == word; }
  Bytes number(Bytes at, std::size_t bytes, Order order) {
    std::string digits = word(at, bytes);
    if (digits.size() < bytes) return 0;
    if (order == Order::little) std::reverse(digits.begin(), digits.end());
    Bytes value = 0;
    for (const char digit : digits) value = value << 8U | static_cast<unsigned char>(digit);
    return value;
  }

 private:
  std::ifstream file_;
  Bytes size_ = 0;
};

Claim of_avr(Header& file) {
  constexpr Bytes kHeader = 128;
  const Bytes channels = file.number(12, 2, Order::big) == 0 ? 1 : 2,
              bits = file.number(14, 2, Order::big), frames = file.number(26, 4, Order::big);
  return kHeader + frames * channels * (bits / 8);
}

/// Each chunk lies in the file; samples may have an unknown length, and are the last then.
Claim of_caf(Header& file) {
  constexpr Bytes kHeader = 12, kUnknown = ~Bytes{0};
  Bytes at = 8;
  for (int i = 0; i < kMostParts && at + kHeader <= file.size(); ++i) {
    const Bytes length = file.number(at + 4, 8, Order::big);
    if (length == kUnknown) return std::nullopt;
    if (length > ~Bytes{0} - at - kHeader) return kUnknown;
    at += kHeader + length;
  }
  return at;
}

/// Matrices of flags, sizes, a name and numbers. libsndfile writes lengths of whole matrices that
/// are too large, so those of the numbers count.
Claim of_mat5(Header& file) {
  constexpr Bytes kTag = 8, kMatrix = 14;
  const Order order = file.has(126, "IM") ? Order::little : Order::big;
  const auto behind = [&](Bytes at, Bytes padding) {
    const Bytes type = file.number(at, 4, order), length = file.number(at + 4, 4, order);
    if (type >> 16U != 0) return at + kTag;  // a short one, in its tag
    return at + kTag + (length + padding - 1) / padding * padding;
  };
  Bytes claimed = 0, at = 128;
  for (int i = 0; i < kMostParts && at + kTag <= file.size(); ++i) {
    const Bytes type = file.number(at, 4, order), length = file.number(at + 4, 4, order);
    if (type == kMatrix) {
      Bytes part = at + kTag;
      for (int before = 0; before < 3; ++before) part = behind(part, kTag);
      claimed = std::max(claimed, behind(part, 1));
    } else {
      claimed = std::max(claimed, at + kTag + length);
    }
    at += kTag + length;
  }
  return claimed;
}

Claim of_mpc(Header& file) {
  constexpr Bytes kHeader = 42, kSample = 2;
  const Bytes channels = file.number(21, 1, Order::little) == 0 ? 1 : 2;
  return kHeader + file.number(30, 4, Order::little) * channels * kSample;
}

/// Lines such as "sample_count -i 400".
Claim of_nist(Header& file) {
  constexpr std::size_t kMostHeader = 1 << 16;
  const auto number_behind = [](std::string_view text, std::string_view word) {
    const std::size_t at = text.find(word);
    Bytes value = 0;
    if (at != std::string_view::npos) {
      text.remove_prefix(std::min(text.find_first_not_of(' ', at + word.size()), text.size()));
      std::from_chars(text.data(), text.data() + text.size(), value);
    }
    return value;
  };
  const Bytes header = number_behind(file.word(0, 16), "NIST_1A\n");
  const std::string text =
      file.word(0, static_cast<std::size_t>(std::min<Bytes>(header, kMostHeader)));
  const Bytes count = number_behind(text, "\nsample_count -i"),
              channels = number_behind(text, "\nchannel_count -i"),
              bytes = number_behind(text, "\nsample_n_bytes -i");
  constexpr Bytes kMostEach = 1 << 16;
  if (count == 0 || count >> 40U != 0 || channels > kMostEach || bytes > kMostEach)
    return std::nullopt;
  return header + count * std::max<Bytes>(channels, 1) * std::max<Bytes>(bytes, 1);
}

/// Packets of 120 bytes of samples, each of 7 bits.
Claim of_sds(Header& file) {
  constexpr Bytes kHeader = 21, kPacket = 127, kSamples = 120;
  const Bytes bits = file.number(6, 1, Order::little), digits = file.number(10, 3, Order::little);
  const Bytes count =
      (digits & 0x7fU) | (digits >> 8U & 0x7fU) << 7U | (digits >> 16U & 0x7fU) << 14U;
  const Bytes in_packet = kSamples / std::max<Bytes>((bits + 6) / 7, 1);
  return kHeader + (count + in_packet - 1) / std::max<Bytes>(in_packet, 1) * kPacket;
}

/// Blocks, of which one of type 0 is the last and has no length.
Claim of_voc(Header& file) {
  constexpr Bytes kBlock = 4;
  Bytes at = file.number(20, 2, Order::little);
  for (int i = 0; i < kMostParts && at < file.size(); ++i) {
    if (file.number(at, 1, Order::little) == 0) return at + 1;
    at += kBlock + file.number(at + 1, 3, Order::little);
  }
  return at;
}

Claim of_wve(Header& file) {
  constexpr Bytes kHeader = 32;
  return kHeader + file.number(18, 4, Order::big);
}

/// Headers of samples, then all samples. libsndfile writes lengths of 0.
Claim of_xi(Header& file) {
  constexpr Bytes kCount = 296, kFirst = 298, kEach = 40;
  const Bytes count = file.number(kCount, 2, Order::little);
  Bytes claimed = kFirst + count * kEach;
  for (Bytes i = 0; i < std::min<Bytes>(count, kMostParts); ++i)
    claimed += file.number(kFirst + i * kEach, 4, Order::little);
  return claimed;
}

struct Kind {
  std::string_view magic;  ///< that files begin with
  Claim (*claimed)(Header&);
};

constexpr Kind kKinds[] = {
    {"2BIT", of_avr},
    {"caff", of_caf},
    {"MATLAB 5.0 MAT-file", of_mat5},
    {"\x01\x04", of_mpc},
    {"NIST_1A\n", of_nist},
    {"\xf0\x7e", of_sds},
    {"Creative Voice File\x1a", of_voc},
    {"ALawSoundFile**", of_wve},
    {"Extended Instrument: ", of_xi},
};

}  // namespace

std::optional<ClaimedLength> claimed_length(const std::string& location) {
  Header file(location);
  for (const Kind& kind : kKinds)
    if (file.has(0, kind.magic)) {
      const Claim claimed = kind.claimed(file);
      return claimed ? std::optional(ClaimedLength{*claimed, file.size()}) : std::nullopt;
    }
  return std::nullopt;
}

}  // namespace fftcore::gst::fir
