// SPDX-License-Identifier: LGPL-2.1-or-later
#include "fields.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "excerpt.h"
#include "fftcore/error.h"
#include "field_text.h"
#include "kinds.h"

namespace fftcore {
namespace {

WrittenField& field_named(std::string_view name, std::vector<WrittenField>& fields,
                          std::string_view kind) {
  std::vector<std::string_view> names;
  for (WrittenField& field : fields) {
    if (field.facts.form == Form::literal) continue;
    if (field.facts.name == name) return field;
    names.push_back(field.facts.name);
  }
  throw InvalidArgument(
      message("a {} has no field '{}'; it has {}", kind, name, fmt::join(names, ", ")));
}

/// What a field has that is not written.
std::string_view unwritten(const FieldFacts& field) {
  if (field.form == Form::choice) return field.choices().front();
  return field.form == Form::flag ? kFlagUnset : std::string_view();
}

}  // namespace

std::string field_of(const AnyWork& value, std::string_view name) {
  std::vector<WrittenField> fields = fields_of_any(value);
  const auto& [facts, text] = field_named(name, fields, kind_of(value));
  return text.empty() ? std::string(unwritten(facts)) : text;
}

AnyWork with_field(const AnyWork& value, std::string_view name, const char* to) {
  std::vector<WrittenField> fields = fields_of_any(value);
  auto& [facts, text] = field_named(name, fields, kind_of(value));
  if (to != nullptr) {
    written(facts, to);  // throws where the form does not allow it
    text = to == unwritten(facts) ? "" : to;
  } else if (facts.form == Form::place || facts.form == Form::last_place) {
    throw InvalidArgument(fmt::format("{} has no default; a value is expected", name));
  } else {
    text.clear();
  }
  for (WrittenField& other : fields)
    if (other.facts.name == facts.instead_of) other.value.clear();
  const std::string changed_text = text_of_fields(fields);
  AnyWork changed = parse_work(changed_text);
  if (changed.index() != value.index())
    throw InvalidArgument(message("'{}' is a {} and no {} any more", std::string_view(changed_text),
                                  kind_of(changed), kind_of(value)));
  return changed;
}

}  // namespace fftcore
