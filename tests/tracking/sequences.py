# SPDX-License-Identifier: LGPL-2.1-or-later
"""Sequences with exact truth, for trackers of one target: sprites that are cut from pictures move
over a real video. They were drawn before there was a tracker, and each is told by its number alone.

Parameters are set on the ten sequences of TUNING, and figures come from the twenty of HELD_OUT. The
environment names the files: FFTCORE_TEST_VIDEO (vtest.avi) and FFTCORE_TEST_PICTURES (opencv-doc).
"""
import itertools
import math
import os
from typing import Iterator, List, NamedTuple, Optional, Tuple

import cv2
import numpy as np

FRAMES = 120
ATTRIBUTES = ("motion", "scale", "turning", "light", "blur", "noise", "occlusion", "look-alikes",
              "leaving", "shake")
"""Each has three sequences, of which the first is for tuning."""
_PICTURES = ("baboon.jpg", "fruits.jpg", "HappyFish.jpg", "messi5.jpg", "aero1.jpg", "graf1.png",
             "butterfly.jpg", "home.jpg", "building.jpg", "stuff.jpg", "board.jpg", "aloeL.jpg")
_FINE = 2
"""Pixels of a sprite for one of the frame where its scale is 1."""
_SHUTTER = 5
"""Moments that a blurred frame is the mean of."""


class Frame(NamedTuple):
    image: np.ndarray
    """(rows, columns, 3) of uint8, blue first."""
    box: Optional[Tuple[float, float, float, float]]
    """x, y, width and height of the target in pixels; None where it is out of the picture."""
    visible: float
    """Share of the target that is seen: in the picture, and not hidden."""


class Pose(NamedTuple):
    x: float
    y: float
    scale: float
    angle: float
    """In radians, clockwise as the picture is seen."""


class Sprite:
    """An ellipse that is cut from a picture."""

    def __init__(self, picture: np.ndarray, centre: Tuple[int, int], width: int, height: int):
        rows, columns = _FINE * height, _FINE * width
        top, left = centre[1] - rows // 2, centre[0] - columns // 2
        self.image = picture[top:top + rows, left:left + columns].astype(np.float32)
        y, x = np.mgrid[:rows, :columns]
        self.width, self.height = width, height
        across = (x + 0.5) / columns * 2 - 1
        down = (y + 0.5) / rows * 2 - 1
        self.alpha = (across**2 + down**2 <= 1).astype(np.float32)

    def box(self, pose: Pose) -> Tuple[float, float, float, float]:
        """Of the turned ellipse."""
        a, b = self.width * pose.scale / 2, self.height * pose.scale / 2
        cosine, sine = math.cos(pose.angle), math.sin(pose.angle)
        right, down = math.hypot(a * cosine, b * sine), math.hypot(a * sine, b * cosine)
        return pose.x - right, pose.y - down, 2 * right, 2 * down

    def drawn(self, pose: Pose, shape: Tuple[int, ...]) -> Tuple[np.ndarray, np.ndarray]:
        """The sprite and its alpha in a frame. A frame's pixel (0, 0) reaches from 0 to 1."""
        factor = pose.scale / _FINE
        cosine, sine = factor * math.cos(pose.angle), factor * math.sin(pose.angle)
        u, v = self.image.shape[1] / 2, self.image.shape[0] / 2
        turn = np.array([[cosine, -sine], [sine, cosine]])
        moved = np.array([pose.x, pose.y]) - turn @ (u, v)
        moved += turn @ (0.5, 0.5) - 0.5  # from corners to middles of pixels
        matrix = np.column_stack([turn, moved])
        size = shape[1], shape[0]
        smooth = max(1 / factor, 1) / 2  # more than one of its pixels fall on one of the frame
        image, alpha = self.image, self.alpha
        if smooth > 0.5:
            image, alpha = (cv2.GaussianBlur(one, (0, 0), 0.8 * smooth) for one in (image, alpha))
        return (cv2.warpAffine(image, matrix, size, flags=cv2.INTER_LINEAR,
                               borderMode=cv2.BORDER_REPLICATE),
                cv2.warpAffine(alpha, matrix, size, flags=cv2.INTER_LINEAR)[..., None])


class _Path:
    """A smooth path: a few waves along each axis, no faster than so many pixels a frame. It reaches
    to so many pixels from the picture's edges, beyond them where `margin` is below 0; then it
    begins where it is nearest to the middle."""

    def __init__(self, random: np.random.Generator, shape: Tuple[int, ...], margin: float,
                 speed: float):
        self.middle = np.array([shape[1], shape[0]]) / 2
        self.reach = self.middle - margin
        self.waves = [(random.uniform(0.3, 1, 2), random.uniform(0.4, 1.6, 2),
                       random.uniform(0, 2 * np.pi, 2)) for _ in range(3)]
        self.begin = 0
        if margin < 0:
            self.begin = min(range(FRAMES), key=self._away)
        places, self.centre, spread = self._extent(self.begin)
        steps = np.hypot(*np.diff(places, axis=0).T).max()
        self.factor = np.minimum(self.reach / spread, speed / steps)

    def _extent(self, begin: int) -> Tuple[np.ndarray, np.ndarray, np.ndarray]:
        """All places from a moment on, their middle, and how far they reach from it."""
        places = np.array([self._place(begin + t) for t in range(FRAMES)])
        least, most = places.min(0), places.max(0)
        return places, (least + most) / 2, np.maximum((most - least) / 2, 1e-9)

    def _away(self, begin: int) -> float:
        """From the middle, if it begins then."""
        places, middle, reach = self._extent(begin)
        return float(np.hypot(*((places[0] - middle) / reach)))

    def _place(self, t: float) -> np.ndarray:
        return sum(size * np.sin(turns * 2 * np.pi * t / FRAMES + phase)
                   for size, turns, phase in self.waves)

    def at(self, t: float) -> Tuple[float, float]:
        x, y = self.middle + self.factor * (self._place(self.begin + t) - self.centre)
        return float(x), float(y)


def _wave(random: np.random.Generator, least: float, most: float):
    """A number that swings between both."""
    turns, phase = random.uniform(1, 2), random.uniform(0, 2 * np.pi)
    return lambda t: (least + (most - least)
                      * (0.5 - 0.5 * math.cos(turns * 2 * np.pi * t / FRAMES + phase)))


def _video(skipped: int) -> Iterator[np.ndarray]:
    """Frames behind so many others."""
    reader = cv2.VideoCapture(os.environ["FFTCORE_TEST_VIDEO"])
    for _ in range(skipped):
        reader.grab()
    while True:
        is_there, frame = reader.read()
        if not is_there:
            raise ValueError(f"{os.environ['FFTCORE_TEST_VIDEO']} has fewer frames than expected")
        yield frame


def _picture(name: str) -> np.ndarray:
    path = os.path.join(os.environ["FFTCORE_TEST_PICTURES"], name)
    picture = cv2.imread(path)
    if picture is None:
        raise ValueError(f"{path} is no picture that OpenCV reads")
    return picture


class Sequence:
    """One of thirty: an attribute, and which of its three."""

    def __init__(self, attribute: str, number: int):
        self.attribute, self.number = attribute, number
        self.name = f"{attribute} {number}"
        self.is_for_tuning = number == 0

    def _sprite(self, random: np.random.Generator) -> Sprite:
        while True:
            picture = _picture(_PICTURES[int(random.integers(len(_PICTURES)))])
            width, height = (int(2 * random.integers(20, 40)) for _ in range(2))
            rows, columns = picture.shape[:2]
            if rows < _FINE * height + 4 or columns < _FINE * width + 4:
                continue
            centre = (int(random.integers(_FINE * width // 2 + 1, columns - _FINE * width // 2)),
                      int(random.integers(_FINE * height // 2 + 1, rows - _FINE * height // 2)))
            sprite = Sprite(picture, centre, width, height)
            if sprite.image.std((0, 1)).mean() > 30:  # what shows nothing cannot be followed
                return sprite

    def scene(self) -> Tuple["Scene", Iterator[np.ndarray]]:
        """What happens, and the frames that it happens over."""
        random = np.random.default_rng([ATTRIBUTES.index(self.attribute), self.number])
        video = _video(int(random.integers(0, 300)))
        first = next(video)
        scene = Scene(self, random, self._sprite(random), first.shape)
        return scene, itertools.chain([first], video)

    def frames(self) -> Iterator[Frame]:
        """All frames; the target is seen in the first one."""
        scene, backgrounds = self.scene()
        for t in range(FRAMES):
            yield scene.frame(t, next(backgrounds))


class Scene:
    """What happens in a sequence. Frames are made in their order, since noise is drawn anew."""

    def __init__(self, sequence: Sequence, random: np.random.Generator, sprite: Sprite,
                 shape: Tuple[int, ...]):
        self.random, self.sprite, self.shape = random, sprite, shape
        has = sequence.attribute
        one = sequence.number
        largest = math.hypot(sprite.width, sprite.height) / 2
        leaves = has == "leaving"
        margin = -1.6 * largest if leaves else largest * (2 if has == "scale" else 1) + 12
        speed = math.inf if leaves else 12 if has in ("motion", "blur") else 6
        self.path = _Path(random, shape, margin, speed)
        self.scale = _wave(random, 0.5, 2) if has == "scale" else lambda t: 1.0
        turned = math.radians(30)
        self.angle = _wave(random, -turned, turned) if has == "turning" else lambda t: 0.0
        self.light = _wave(random, 0.45, 1.35) if has == "light" else lambda t: 1.0
        self.noise = (10.0, 20.0, 30.0)[one] if has == "noise" else 0.0
        self.is_blurred = has == "blur"
        self.hidden: List[Tuple[int, int]] = []
        if has == "occlusion":
            length = (8, 15, 30)[one]
            self.hidden = [(begin, begin + length) for begin in (35, 80)]
        self.occluder = _picture("stuff.jpg" if one else "board.jpg")
        self.others: List[Tuple[Sprite, _Path]] = []
        if has == "look-alikes":
            self.others = [(sprite, _Path(random, shape, margin, 6)) for _ in range(2 + one)]
        self.shake = (_shakes(random, 4.0 * (1 + one)) if has == "shake"
                      else np.zeros((FRAMES, 3)))

    def pose(self, t: float) -> Pose:
        """Of the target, before the camera shakes."""
        x, y = self.path.at(t)
        return Pose(x, y, self.scale(t), self.angle(t))

    def _covered(self, pose: Pose, t: int) -> Optional[Tuple[int, int, int, int]]:
        """Where something lies over the target: it comes from one side and goes to the other."""
        for begin, end in self.hidden:
            if not begin <= t < end:
                continue
            left, top, width, height = self.sprite.box(pose)
            passed = (t - begin + 0.5) / (end - begin) * 2 - 1  # -1 to 1
            # Half of the time it hides all of the target.
            shift = math.copysign(max(abs(passed) - 0.5, 0) * 2, passed) * (1.3 * width + 8)
            return (int(left + shift - 0.15 * width), int(top - 0.15 * height),
                    int(1.3 * width) + 1, int(1.3 * height) + 1)
        return None

    def _drawn(self, t: float, background: np.ndarray) -> Tuple[np.ndarray, np.ndarray]:
        """The frame as a camera that stands still sees it at a moment, and the target's alpha."""
        image = background.astype(np.float32)
        for sprite, path in self.others:
            other, alpha = sprite.drawn(Pose(*path.at(t), 1.0, 0.0), self.shape)
            image += alpha * (other - image)
        target, alpha = self.sprite.drawn(self.pose(t), self.shape)
        image += alpha * (target - image)
        return image, alpha[..., 0]

    def frame(self, t: int, background: np.ndarray) -> Frame:
        pose = self.pose(t)
        moments = [t + i / _SHUTTER for i in range(_SHUTTER)] if self.is_blurred else [float(t)]
        drawn = [self._drawn(moment, background) for moment in moments]
        image = np.mean([one for one, _ in drawn], 0)
        alpha = np.mean([one for _, one in drawn], 0)
        if self.is_blurred:
            pose = self.pose(t + (_SHUTTER - 1) / _SHUTTER / 2)
        covered = self._covered(pose, t)
        whole = math.pi / 4 * self.sprite.width * self.sprite.height * pose.scale**2
        if covered:
            _cover(image, alpha, covered, self.occluder)
        visible = float(min(alpha.sum() / whole, 1))
        box = self.sprite.box(pose)
        image, box = _shaken(image, box, self.shake[t])
        image *= self.light(t)
        if self.noise:
            image += self.random.normal(0, self.noise, image.shape)
        is_in = box[0] < self.shape[1] and box[1] < self.shape[0] and box[0] + box[2] > 0 \
            and box[1] + box[3] > 0
        return Frame(np.clip(np.rint(image), 0, 255).astype(np.uint8), box if is_in else None,
                     visible)


def _cover(image: np.ndarray, alpha: np.ndarray, where: Tuple[int, int, int, int],
           picture: np.ndarray) -> None:
    left, top, width, height = where
    x0, y0 = max(left, 0), max(top, 0)
    x1, y1 = min(left + width, image.shape[1]), min(top + height, image.shape[0])
    if x0 >= x1 or y0 >= y1:
        return
    part = cv2.resize(picture[:height, :width], (width, height)).astype(np.float32)
    image[y0:y1, x0:x1] = part[y0 - top:y1 - top, x0 - left:x1 - left]
    alpha[y0:y1, x0:x1] = 0


def _shakes(random: np.random.Generator, pixels: float) -> np.ndarray:
    """Of each frame: x and y in pixels, and an angle."""
    shakes = random.normal(0, 1, (FRAMES, 3)) * (pixels, pixels, math.radians(0.5))
    shakes[0] = 0
    return shakes


def _shaken(image: np.ndarray, box: Tuple[float, float, float, float],
            shake: np.ndarray) -> Tuple[np.ndarray, Tuple[float, float, float, float]]:
    """The picture of a camera that is moved and turned about the picture's middle."""
    if not shake.any():
        return image, box
    rows, columns = image.shape[:2]
    cosine, sine = math.cos(shake[2]), math.sin(shake[2])
    turn = np.array([[cosine, -sine], [sine, cosine]])
    middle = np.array([columns, rows]) / 2
    moved = middle + shake[:2] - turn @ middle
    pixels = moved + turn @ (0.5, 0.5) - 0.5
    image = cv2.warpAffine(image, np.column_stack([turn, pixels]), (columns, rows),
                           flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101)
    x, y = turn @ (box[0] + box[2] / 2, box[1] + box[3] / 2) + moved
    # An ellipse that is turned by half a degree has the same box within a pixel.
    return image, (float(x) - box[2] / 2, float(y) - box[3] / 2, box[2], box[3])


SEQUENCES = [Sequence(attribute, number) for attribute in ATTRIBUTES for number in range(3)]
TUNING = [one for one in SEQUENCES if one.is_for_tuning]
HELD_OUT = [one for one in SEQUENCES if not one.is_for_tuning]
