# SPDX-License-Identifier: LGPL-2.1-or-later
"""Options of the operations, by the words of the programs in samples, and the values they make."""
import argparse
import sys
from typing import Any, Optional, Tuple

import numpy as np

from .._filters import (defocus_blur, filter_taps, gaussian_blur, load_taps, motion_blur,
                        response_taps, restoring_taps)
from . import searches, velocities, work
from .files import SeveralPages, UsageError, check_input
from .images import FileError, grey, read

_PICTURES = (b"\x89PNG", b"II*\0", b"MM\0*", b"II+\0", b"MM\0+")
EDGES = {"reflect-101": "mirror", "constant": "constant", "replicate": "nearest",
         "reflect": "reflect", "wrap": "wrap"}
SCORES = {"ccoeff-normed": "ccoeff_normed", "ccorr-normed": "ccorr_normed", "ccorr": "ccorr"}


def _number(word: str) -> float:
    """A finite number, for argparse."""
    try:
        value = float(word)
    except ValueError:
        value = np.nan
    if not np.isfinite(value):
        raise argparse.ArgumentTypeError(f"'{word}' is no finite number")
    return value


def _add_blurs(parser: argparse.ArgumentParser) -> Any:
    blurs = parser.add_mutually_exclusive_group(required=True)
    blurs.add_argument("--motion", metavar="LENGTH@ANGLE", help="even motion: pixels, and degrees "
                       "counter-clockwise, 0 along rows")
    blurs.add_argument("--defocus", metavar="RADIUS", type=_number, help="a disc, radius in pixels")
    blurs.add_argument("--gaussian", metavar="SIGMA", type=_number,
                       help="a Gaussian, standard deviation in pixels")
    blurs.add_argument("--taps", metavar="FILE", help="taps from a .npy file, text with a row a "
                       "line, or a grey PNG or TIFF")
    return blurs


def _taps_of(path: str) -> np.ndarray:
    """Taps of a file of numbers, or the samples of a grey picture."""
    check_input(path)
    with open(path, "rb") as file:
        begin = file.read(4)
    if begin not in _PICTURES:
        return load_taps(path)
    try:
        image, _ = read(path)
    except SeveralPages as error:
        raise error.by("") from error
    colours = image if image.ndim == 2 else image[..., :3]
    if image.ndim == 3 and image.shape[2] == 4:
        white = 1 if image.dtype.kind == "f" else np.iinfo(image.dtype).max
        if (image[..., 3] != white).any():
            raise FileError(f"'{path}' is transparent; a grey picture is expected as taps")
    if colours.ndim == 3 and (colours != colours[..., :1]).any():
        raise FileError(f"the channels of '{path}' differ; a grey picture is expected as taps")
    return np.ascontiguousarray(colours if colours.ndim == 2 else colours[..., 0], np.float64)


def _blur_of(words: argparse.Namespace) -> np.ndarray:
    if words.taps is not None:
        try:
            return _taps_of(words.taps)
        except RuntimeError as error:
            raise ValueError(str(error)) from error
    if words.defocus is not None:
        return defocus_blur(words.defocus)
    if words.gaussian is not None:
        return gaussian_blur(words.gaussian)
    length, at, angle = words.motion.partition("@")
    try:
        return motion_blur(float(length), float(angle if at else "x"))
    except ValueError as error:
        if "could not convert" not in str(error):
            raise
        raise UsageError(f"--motion is '{words.motion}'; LENGTH@ANGLE is expected, as in 22@45"
                         ) from error


def _add_edge(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--edge", choices=EDGES, default="reflect-101",
                        help="what lies outside of an image (%(default)s)")


def _add_filter(parser: argparse.ArgumentParser) -> None:
    blurs = _add_blurs(parser)
    blurs.add_argument("--filter", choices=("lowpass", "highpass", "bandpass", "bandstop"))
    blurs.add_argument("--response", metavar="H", help="frequency response: a formula of fx, fy, f")
    parser.add_argument("--cutoff", metavar="F", type=_number, default=0.1,
                        help="of --filter, in cycles/pixel (%(default)s)")
    parser.add_argument("--cutoff-high", metavar="F", type=_number, default=0.25,
                        help="the upper one of bandpass and bandstop (%(default)s)")
    parser.add_argument("--shape", choices=("gaussian", "butterworth", "ideal"),
                        default="gaussian", help="of --filter (%(default)s)")
    parser.add_argument("--order", metavar="N", type=int, default=2, help="of butterworth "
                        "(%(default)s)")
    _add_edge(parser)
    parser.add_argument("--normalize", action="store_true", help="divide taps by their sum")
    parser.add_argument("--correlate", action="store_true", help="correlate, as cv::filter2D")
    parser.add_argument("--gain", metavar="G", type=_number, default=1.0,
                        help="result = G * filtered + O (%(default)s)")
    parser.add_argument("--offset", metavar="O", type=_number, default=0.0,
                        help="where white is 255 (%(default)s)")


def _filter(words: argparse.Namespace) -> work.Filter:
    if words.filter is not None:
        taps = filter_taps(words.filter, words.cutoff, words.cutoff_high, shape=words.shape,
                           order=words.order)
    elif words.response is not None:
        taps = response_taps(words.response)
    else:
        taps = _blur_of(words)
    if taps.dtype.kind == "c":
        raise UsageError("the taps are complex; real ones are expected for images")
    if words.normalize:
        if not abs(taps.sum()) > 1e-12 * np.abs(taps).sum():
            raise UsageError("--normalize: the sum of the taps is 0; another one is expected")
        taps = taps / taps.sum()
    return work.Filter(taps * words.gain, EDGES[words.edge],
                       "correlate" if words.correlate else "convolve", words.offset,
                       ending=words.ending)


def _add_deblur(parser: argparse.ArgumentParser) -> None:
    _add_blurs(parser)
    parser.add_argument("--lambda", metavar="L", dest="balance", type=_number,
                        help="more noise needs more; without it, it is found by the noise of each "
                        "image, or 0.01 of other penalties than gradient")
    parser.add_argument("--penalty", choices=("gradient", "flat", "laplacian"),
                        default="gradient", help="what lambda keeps small (%(default)s)")
    _add_edge(parser)


def _deblur(words: argparse.Namespace) -> work.Filter:
    blur = _blur_of(words)
    blur = blur / blur.sum()
    is_measured = words.balance is None and words.penalty == "gradient"
    taps = restoring_taps(blur, 0.01 if words.balance is None else words.balance,
                          penalty=words.penalty)
    return work.Filter(taps, EDGES[words.edge], ending=words.ending, restores=True,
                       blur=blur if is_measured else None)


def _add_denoise(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--sigma", metavar="S", type=_number, help="standard deviation of the "
                        "noise where white is 255; without it, it is measured in each image")
    parser.add_argument("--block", type=int, choices=(8, 16, 32, 64), default=16,
                        help="samples a side (%(default)s)")
    parser.add_argument("--overlap", choices=("50", "75", "87.5"), default="75",
                        help="percent of a block (%(default)s)")
    parser.add_argument("--sharpen", metavar="X", type=_number, default=0, help="how much detail "
                        "is raised, -1 to 100; 0.3 to 1 are usual (%(default)s)")
    parser.add_argument("--dehalo", metavar="X", type=_number, default=0, help="how much halos "
                        "are weakened, 0 to 100 (%(default)s)")


def _denoise(words: argparse.Namespace) -> work.Denoise:
    if words.sigma is not None and not 0 <= words.sigma <= 10000:
        raise UsageError(f"--sigma is {words.sigma}; 0 to 10000 are allowed")
    if not -1 <= words.sharpen <= 100:
        raise UsageError(f"--sharpen is {words.sharpen}; -1 to 100 are allowed")
    if not 0 <= words.dehalo <= 100:
        raise UsageError(f"--dehalo is {words.dehalo}; 0 to 100 are allowed")
    step = words.block // {"50": 2, "75": 4, "87.5": 8}[words.overlap]
    return work.Denoise(words.sigma, words.block, step, words.sharpen, words.dehalo,
                        ending=words.ending)


def _add_page(parser: argparse.ArgumentParser, whose: str) -> None:
    parser.add_argument(f"--{whose}-page", type=int, metavar="N", dest="its_page",
                        help=f"which page of the {whose}, if it is a TIFF of several, from 1")


def _grey_of(path: str, page: Optional[int], whose: str) -> np.ndarray:
    if page is not None and page < 1:
        raise UsageError(f"--{whose}-page is {page}; 1 and more are allowed")
    try:
        image, tags = read(path, page or 0)
        for warning in tags.warnings:
            print(f"warning: {path}: {warning}", file=sys.stderr)
        return grey(image)
    except SeveralPages as error:
        raise error.by(f"--{whose}-page") from error


def _add_match(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--template", metavar="FILE", required=True, help="what is looked for")
    _add_page(parser, "template")
    parser.add_argument("--method", choices=SCORES, default="ccoeff-normed",
                        help="as of cv::matchTemplate (%(default)s)")
    parser.add_argument("--threshold", metavar="S", type=_number, help="the least score (0.8; any "
                        "for ccorr)")
    parser.add_argument("--max-peaks", metavar="N", type=int, default=10,
                        help="the most places in an image, 1 to 64 (%(default)s)")
    parser.add_argument("--distance", metavar="PIXELS", type=int, help="places that are no farther "
                        "apart are one (half the template's smaller side)")
    parser.add_argument("--flat", metavar="S", type=_number, help="the least standard deviation "
                        "under the template, in the image's units (by the data)")


def _match(words: argparse.Namespace) -> searches.Match:
    if not 1 <= words.max_peaks <= 64:
        raise UsageError(f"--max-peaks is {words.max_peaks}; 1 to 64 are allowed")
    threshold = words.threshold
    if threshold is None:
        threshold = 0.8 if words.method != "ccorr" else -np.inf
    if words.distance is not None and not 0 <= words.distance <= 1024:
        raise UsageError(f"--distance is {words.distance}; 0 to 1024 are allowed")
    if words.flat is not None and not 0 < words.flat < np.inf:
        raise UsageError(f"--flat is {words.flat}; a number above 0 is allowed")
    return searches.Match(_grey_of(words.template, words.its_page, "template"),
                          SCORES[words.method], threshold, words.max_peaks, words.distance,
                          words.flat)


def _add_register(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--reference", metavar="FILE", required=True,
                        help="what images are compared with")
    _add_page(parser, "reference")


def _register(words: argparse.Namespace) -> searches.Register:
    return searches.Register(_grey_of(words.reference, words.its_page, "reference"))


def _add_piv(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--pairs", choices=("following", "ab"), default="following",
                        help="which frames of a folder, by the order of their names, are compared: "
                        "each with the next one, or the first with the second, the third with the "
                        "fourth, and so on (%(default)s)")
    parser.add_argument("--windowsizes", metavar="N,N...", default="64,32,16",
                        help="sides of the windows of each pass (%(default)s)")
    parser.add_argument("--overlap", metavar="N,N...", help="how many pixels neighbouring windows "
                        "share in each pass (half of them)")
    parser.add_argument("--dt", metavar="T", type=_number, default=1.0,
                        help="time between the frames of a pair (%(default)s)")
    parser.add_argument("--scaling-factor", metavar="X", type=_number, default=1.0,
                        help="pixels in a unit of length (%(default)s)")
    parser.add_argument("--search", metavar="PIXELS", type=int,
                        help="how far the first pass looks (half of its window)")
    parser.add_argument("--median-threshold", metavar="X", type=_number, default=3.0,
                        help="how unlike its neighbours a vector may be (%(default)s)")
    parser.add_argument("--sig2noise-threshold", metavar="X", type=_number, default=1.0,
                        help="the least of the peak over the second one (%(default)s)")
    parser.add_argument("--mask", metavar="FILE", help="a picture that is not black where frames "
                        "are left out")
    _add_page(parser, "mask")
    parser.add_argument("--format", choices=("csv", "txt", "npz"), default="csv",
                        help="of results (%(default)s)")


def _wholes_of(option: str, word: str) -> Tuple[int, ...]:
    try:
        return tuple(int(one) for one in word.split(","))
    except ValueError:
        raise UsageError(f"{option} is {word}; whole numbers with commas between are "
                         "expected") from None


def _piv(words: argparse.Namespace) -> velocities.Velocities:
    if words.page is not None and not 0 <= words.page:
        raise UsageError("--page all is given; piv compares files, and takes one page of each")
    overlap = None if words.overlap is None else _wholes_of("--overlap", words.overlap)
    mask = None if words.mask is None else _grey_of(words.mask, words.its_page, "mask") != 0
    options = {"windowsizes": _wholes_of("--windowsizes", words.windowsizes), "overlap": overlap,
               "dt": words.dt, "scaling_factor": words.scaling_factor, "search": words.search,
               "median_threshold": words.median_threshold,
               "sig2noise_threshold": words.sig2noise_threshold}
    return velocities.Velocities(options, mask, words.pairs == "ab", f".{words.format}").checked()


OPERATIONS = {
    "filter": (_add_filter, _filter, "put images through taps or a filter"),
    "deblur": (_add_deblur, _deblur, "take a known blur out of images"),
    "denoise": (_add_denoise, _denoise, "take noise out of images"),
    "match": (_add_match, _match, "find a template in images, as .json"),
    "piv": (_add_piv, _piv, "measure velocities between frames, as tables of vectors"),
    "register": (_add_register, _register, "find how far images are moved, as .json"),
}
"""By its word: what adds an operation's options, what makes it of them, and what it is for."""


def operation_of(words: argparse.Namespace) -> Any:
    """The operation that a command line names."""
    try:
        return OPERATIONS[words.operation][1](words)
    except (ValueError, FileError, OSError) as error:
        raise UsageError(str(error)) from error
