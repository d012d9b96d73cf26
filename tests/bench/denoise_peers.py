# SPDX-License-Identifier: LGPL-2.1-or-later
"""Denoisers as denoise_quality.py sees them: what may be set, in which order, and how each runs.

A clip is uint8, (frames, rows, columns). Strengths are factors of the noise's standard deviation.
"""
import os
import shutil
import subprocess
import tempfile
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Sequence

import numpy as np

Settings = Dict[str, Any]

STRENGTHS = [2 ** (k / 8) for k in range(-16, 17)]
FLOORS = [0, 0.05, 0.1, 0.2]
BETAS = [0.5, 0.7, 1, 1.4, 2]


class Peer(NamedTuple):
    """A filter. `axes` has the values of each setting in an order in which neighbours are alike;
    `starts` has where searches begin, each with its part of the tries; what a start leaves out does
    not matter there."""
    axes: Dict[str, List[Any]]
    starts: List[Settings]
    run: Callable[[np.ndarray, float, Settings], np.ndarray]  # of clip, noise, settings
    missing: Callable[[], Optional[str]]  # why it does not run here, or None


def by_files(clip: np.ndarray, words: Callable[[str, str], List[str]]) -> np.ndarray:
    """What a program makes of a clip; `words` is its line for a file to read and one to write."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = os.path.join(folder, "in"), os.path.join(folder, "out")
        clip.tofile(source)
        line = words(source, target)
        done = subprocess.run(line, capture_output=True, text=True, check=False)
        result = np.fromfile(target, np.uint8) if os.path.exists(target) else np.empty(0, np.uint8)
    if done.returncode != 0 or result.size != clip.size:
        raise RuntimeError(f"{' '.join(line)} wrote {result.size} bytes, {clip.size} are expected: "
                           f"{done.stderr}")
    return result.reshape(clip.shape)


def ffmpeg(clip: np.ndarray, graph: str) -> np.ndarray:
    rows, columns = clip.shape[1:]
    return by_files(clip, lambda source, target: (
        f"ffmpeg -nostdin -v error -y -f rawvideo -pix_fmt gray -s {columns}x{rows} -r 25 "
        f"-i {source} -vf {graph} -f rawvideo {target}").split())


def without(program: str) -> Callable[[], Optional[str]]:
    return lambda: None if shutil.which(program) else f"there is no {program}"


def fftdnoiz(clip: np.ndarray, noise: float, at: Settings) -> np.ndarray:
    sigma = min(at["strength"] * noise, 100)
    return ffmpeg(clip, f"fftdnoiz=sigma={sigma}:amount={1 - at['floor']}:block={at['block']}"
                  f":overlap={at['overlap']}:window={at['window']}:method={at['method']}"
                  f":prev={at['frames'] > 1:d}:next={at['frames'] > 2:d}")


def hqdn3d(clip: np.ndarray, noise: float, at: Settings) -> np.ndarray:
    """In YUV with levels 0 to 255, since it takes no grey."""
    return ffmpeg(clip, f"format=yuvj420p,hqdn3d=luma_spatial={at['spatial'] * noise}"
                  f":luma_tmp={at['temporal'] * noise},format=gray")


def nlmeans(clip: np.ndarray, noise: float, at: Settings) -> np.ndarray:
    strength = min(max(at["strength"] * noise, 1), 30)
    return ffmpeg(clip, f"nlmeans=s={strength}:p={at['patch']}:r={at['research']}")


def step_of(at: Settings) -> int:
    """Samples from one block to the next, where they overlap by so many percent."""
    return round(at["block"] * (1 - float(at["overlap"]) / 100))


def fftdenoise(clip: np.ndarray, noise: float, at: Settings) -> np.ndarray:
    rows, columns = clip.shape[1:]
    return by_files(clip, lambda source, target: (
        f"gst-launch-1.0 -q filesrc location={source} blocksize={rows * columns} ! rawvideoparse "
        f"format=gray8 width={columns} height={rows} framerate=25/1 ! fftdenoise backend=cpu "
        f"sigma={at['strength'] * noise} sigma-is-threshold=true "
        f"floor={at['floor']} block={at['block']} "
        f"step={step_of(at)} window={at['window']} kind={at['method']} "
        f"beta={at.get('beta', 1)} before={at['frames'] // 2} after={(at['frames'] - 1) // 2} "
        f"temporal-window={at['time_window']} ! filesink location={target}").split())


def no_fftdenoise() -> Optional[str]:
    words = ["gst-inspect-1.0", "fftdenoise"]
    if shutil.which(words[0]) and subprocess.run(words, capture_output=True,
                                                 check=False).returncode == 0:
        return None
    return "GStreamer finds no fftdenoise; --plugin FOLDER names where it is"


WINDOWS = {
    "rectangle": lambda u: np.ones_like(u),
    "hamming": lambda u: 0.53836 - 0.46164 * np.cos(2 * np.pi * u),
    "hann": lambda u: np.sin(np.pi * u) ** 2,
    "bartlett": lambda u: 1 - np.abs(2 * u - 1),
    "blackman": lambda u: 0.42 - 0.5 * np.cos(2 * np.pi * u) + 0.08 * np.cos(4 * np.pi * u),
    "nuttall": lambda u: (0.355768 - 0.487396 * np.cos(2 * np.pi * u)
                          + 0.144232 * np.cos(4 * np.pi * u) - 0.012604 * np.cos(6 * np.pi * u)),
}
"""DFTTest's windows of u, 0 to 1, from wide to narrow."""


def vapoursynth_plugin(names: Sequence[str] = ("dfttest2_cpu", "dfttest2_nvrtc")) -> Any:
    """dfttest2's functions, the first's that is there."""
    import vapoursynth
    for name in names:
        if hasattr(vapoursynth.core, name):
            return getattr(vapoursynth.core, name)
    raise ImportError("VapourSynth has no " + " and no ".join(names))


def no_dfttest2() -> Optional[str]:
    try:
        vapoursynth_plugin()
        return None
    except ImportError as error:
        return str(error)


def vapoursynth_clip(clip: np.ndarray) -> Any:
    """VapourSynth's clip of an array's frames."""
    import vapoursynth
    core = vapoursynth.core
    count, rows, columns = clip.shape
    blank = core.std.BlankClip(format=vapoursynth.GRAY8, width=columns, height=rows, length=count)

    def fill(n: int, f: Any) -> Any:
        frame = f.copy()
        np.asarray(frame[0])[...] = clip[n]
        return frame

    return core.std.ModifyFrame(blank, blank, fill)


def dfttest2_clip(plugin: Any, source: Any, noise: float, at: Settings, **more: Any) -> Any:
    """What the plugin makes of VapourSynth's clip. Its sigma is a power, its windows are divided by
    the root of a block's samples, and the thresholds it takes are multiplied by the sum of their
    squares. Blocks have a side of 16."""
    block, step, frames = 16, at["step"], at["frames"]
    centres = (np.arange(block) + 0.5) / block
    window = WINDOWS[at["window"]](centres)
    window /= np.sqrt([np.sum(window[n % step::step] ** 2) for n in range(block)])
    times = WINDOWS[at["time_window"]]((np.arange(frames) + 0.5) / frames)
    window = times[:, None, None] * np.outer(window, window) / (block * np.sqrt(frames))
    power = (at["strength"] * noise) ** 2 * np.sum(window**2)
    spectrum = np.fft.rfftn(255 * window)
    kind = 1 if at["method"] == "hard" else {1: 0, 0.5: 6}.get(at.get("beta"), 5)
    # Of 11.1.0 only the SSE2 code does kind 5 right.
    code = {"opt": 1} if kind == 5 and "opt:" in plugin.DFTTest.signature else {}
    return plugin.DFTTest(
        source, window=window.ravel().tolist(),
        sigma=[power] * spectrum.size, sigma2=power, pmin=at.get("beta", 0), pmax=0,
        filter_type=kind, radius=frames // 2, block_size=block, block_step=step, zero_mean=1,
        window_freq=np.stack([spectrum.real, spectrum.imag], -1).ravel().tolist(), **code, **more)


def dfttest2(clip: np.ndarray, noise: float, at: Settings) -> np.ndarray:
    output = dfttest2_clip(vapoursynth_plugin(), vapoursynth_clip(clip), noise, at)
    return np.stack([np.array(frame[0]) for frame in output.frames(close=True)])


def of_methods(wiener: Settings, **start: Any) -> List[Settings]:
    """Two starts. Hard thresholds are higher than what is taken off softly."""
    return [{**start, "method": "wiener", "strength": STRENGTHS[16], **wiener},
            {**start, "method": "hard", "strength": STRENGTHS[28]}]


OUR_STARTS = of_methods({"beta": 1}, frames=2, block=16, overlap="75", floor=0, window="hann",
                        time_window="rectangle")
PEERS = {
    "fftdnoiz": Peer(
        {"strength": STRENGTHS, "frames": [1, 2, 3], "block": [8, 16, 32, 64],
         "overlap": [0.5, 0.6, 0.7, 0.75, 0.8], "floor": FLOORS,
         "window": ["rect", "hamming", "sine", "hann", "bartlett", "blackman", "nuttall"]},
        of_methods({}, frames=1, block=32, overlap=0.5, floor=0, window="hann"),
        fftdnoiz, without("ffmpeg")),
    "dfttest2": Peer(
        {"strength": STRENGTHS, "frames": [1, 3, 5, 7], "step": [8, 4, 2], "beta": BETAS,
         "window": list(WINDOWS), "time_window": list(WINDOWS)},
        of_methods({"beta": 1}, frames=3, step=4, window="hann", time_window="rectangle"),
        dfttest2, no_dfttest2),
    "hqdn3d": Peer(
        {"spatial": [0] + STRENGTHS, "temporal": [0] + STRENGTHS},
        [{"spatial": 1, "temporal": 1}], hqdn3d, without("ffmpeg")),
    "nlmeans": Peer(
        {"strength": STRENGTHS, "patch": [3, 5, 7, 9, 11], "research": [3, 5, 7, 9, 11, 15, 21]},
        [{"strength": 1, "patch": 7, "research": 15}], nlmeans, without("ffmpeg")),
    "fftcore": Peer(
        {"strength": STRENGTHS, "frames": list(range(1, 8)), "block": [8, 16, 32, 64],
         "overlap": ["50", "75", "87.5"], "beta": BETAS, "floor": FLOORS,
         "window": ["rectangle", "hamming", "sine", "hann", "bartlett", "blackman", "nuttall"],
         "time_window": list(WINDOWS)},
        OUR_STARTS + [{**OUR_STARTS[1], "method": "firm", "strength": STRENGTHS[24]}],
        fftdenoise, no_fftdenoise),
}
