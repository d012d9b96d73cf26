# SPDX-License-Identifier: LGPL-2.1-or-later
"""Tables of an element's own properties and of its pads, as Markdown, asked from the element."""
import re

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstVideo", "1.0")
from gi.repository import GObject, Gst, GstVideo  # noqa: E402

from caps_structures import structures_of  # noqa: E402

# GStreamer's flags of a property (GST_PARAM_...), which introspection does not name.
CONTROLLABLE = 1 << 9
MUTABLE_PLAYING = 1 << 12

INT_MAX = 2**31 - 1
TYPES = {"gboolean": "boolean", "gint": "int", "guint": "uint", "gint64": "int64",
         "guint64": "uint64", "gfloat": "float", "gdouble": "double", "gchararray": "string",
         "GstValueArray": "array"}
DIRECTIONS = {Gst.PadDirection.SINK: "sink", Gst.PadDirection.SRC: "source"}
PRESENCES = {Gst.PadPresence.ALWAYS: "always", Gst.PadPresence.SOMETIMES: "sometimes",
             Gst.PadPresence.REQUEST: "on request"}

# A field of caps as text: name=(type)value, the value in braces, brackets or bare.
FIELD = re.compile(r"([\w-]+)=\([\w:]+\)(\{[^}]*\}|\[[^\]]*\]|[^,;]+)")
EVERYTHING = ("[ 1, 2147483647 ]", "[ 0/1, 2147483647/1 ]")


def escaped(text):
    """Text that Markdown shows as it is within a cell."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("|", "\\|")


def number(value):
    """A number without noise: 1000000, 0.7072, 1e+12."""
    return str(int(value)) if value == int(value) and abs(value) <= 1e9 else f"{value:g}"


def span(low, high):
    if high == INT_MAX:
        return f"{low} or more"
    return f"{number(low)} to {number(high)}"


def enum_values(spec):
    """Values of an enumeration, in its order."""
    values = type(spec.default_value).__enum_values__
    return [values[key] for key in sorted(values)]


def type_and_values(spec):
    if GObject.type_is_a(spec.value_type, GObject.TYPE_ENUM):
        return " ".join(f"`{value.value_nick}`" for value in enum_values(spec))
    name = TYPES.get(spec.value_type.name, spec.value_type.name)
    if hasattr(spec, "minimum"):
        return f"{name}, {span(spec.minimum, spec.maximum)}"
    return name


def default(spec):
    value = spec.default_value
    if value is None:
        return "none"
    if GObject.type_is_a(spec.value_type, GObject.TYPE_ENUM):
        return f"`{value.value_nick}`"
    if isinstance(value, bool):
        return str(value).lower()
    return escaped(value) if isinstance(value, str) else number(value)


def while_playing(spec):
    """Whether the property may change then, and whether a GstController may change it."""
    flags = int(spec.flags)
    if not flags & int(GObject.ParamFlags.WRITABLE):
        return "read only"
    if flags & CONTROLLABLE:
        return "yes, controllable"
    return "yes" if flags & MUTABLE_PLAYING else "no"


def meaning(spec):
    lines = [escaped(spec.blurb)]
    if GObject.type_is_a(spec.value_type, GObject.TYPE_ENUM):
        lines += [f"`{value.value_nick}`: {escaped(value.value_name)}"
                  for value in enum_values(spec)]
    return "<br>".join(lines)


def table(heads, rows):
    yield "| " + " | ".join(heads) + " |"
    yield "|" + "---|" * len(heads)
    for row in rows:
        yield "| " + " | ".join(row) + " |"


def properties(element):
    own = type(element).__gtype__
    rows = [(f"`{spec.name}`", type_and_values(spec), default(spec), while_playing(spec),
             meaning(spec)) for spec in element.list_properties() if spec.owner_type == own]
    if not rows:
        yield "This element has no properties of its own."
        return
    yield from table(("property", "type, values", "default", "while playing", "meaning"), rows)


def values(name, value):
    """What a field of caps may be, in words, or nothing where any value will do."""
    if value in EVERYTHING:
        return None
    choices = [choice.strip() for choice in value.strip("{}[] ").split(",")]
    if value.startswith("["):
        even = ", even" if choices[2:] == ["2"] else ""
        return f"{choices[0]} to {choices[1]}{even}"
    if name == "format" and set(choices) >= {GstVideo.video_format_to_string(one)
                                             for one in GstVideo.video_formats_raw()}:
        return "every one of raw video"
    return " ".join(f"`{choice}`" for choice in choices)


def limits(structure):
    """What a structure of caps says but its name; fields with the same values stand together."""
    names = {}
    for name, value in FIELD.findall(structure.to_string()):
        names.setdefault(values(name, value), []).append(f"`{name}`")
    names.pop(None, None)
    return "<br>".join(f"{', '.join(names[text])}: {text}" for text in names) or "any"


def media(caps):
    """A row's end for each media type of caps: its name, kinds of memory, limits."""
    memories = {}
    for structure, features in structures_of(caps):
        feature = features.to_string()
        memory = "system" if feature == "memory:SystemMemory" else f"`{feature}`"
        key = (f"`{structure.get_name()}`", limits(structure))
        memories.setdefault(key, []).append(memory)
    return [(name, ", ".join(memories[name, text]), text) for name, text in memories]


def pads(element):
    rows = []
    for template in element.get_pad_template_list():
        start = (f"`{template.name_template}`", DIRECTIONS[template.direction],
                 PRESENCES[template.presence])
        for end in media(template.get_caps()):
            rows.append(start + end)
            start = ("", "", "")
    yield from table(("pad", "direction", "presence", "media type", "memory", "fields"), rows)


def video_formats(name):
    """Of an element's pads for raw video: the formats in each kind of memory."""
    found = {}
    for template in Gst.ElementFactory.make(name, None).get_pad_template_list():
        if template.presence != Gst.PadPresence.ALWAYS:
            continue
        for structure, features in structures_of(template.get_caps()):
            formats = dict(FIELD.findall(structure.to_string())).get("format")
            if structure.get_name() == "video/x-raw" and formats:
                memory = features.to_string().replace("memory:", "")
                found[memory] = [one.strip() for one in formats.strip("{} ").split(",")]
    return found


def formats(names):
    """A table of all formats: what takes or gives each one, in which memory."""
    groups = {}  # elements that have the same ones
    for name in names:
        if of_name := video_formats(name):
            groups.setdefault(repr(of_name), (of_name, []))[1].append(name)
    columns = [(memory, of_group[memory], members) for of_group, members in groups.values()
               for memory in sorted(of_group, reverse=True)]
    most = max(map(len, (members for _, _, members in columns)))
    who = {id(members): "all others" if len(members) == most and len(groups) > 1
           else " ".join(members) for _, _, members in columns}
    heads = ["format"] + [f"{who[id(members)]}: {'system' if memory == 'SystemMemory' else 'CUDA'} "
                          "memory" for memory, _, members in columns]
    order = dict.fromkeys(one for _, of_column, _ in columns for one in of_column)
    rows = [[f"`{one}`"] + ["yes" if one in of_column else "" for _, of_column, _ in columns]
            for one in order]
    return "\n".join(["", *table(heads, rows), "", ""])


def block(name):
    """What stands in a page between the element's two markers."""
    element = Gst.ElementFactory.make(name, None)
    return "\n".join(["", *properties(element), "", *pads(element), "", ""])
