#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""default_threshold.py VIDEO PICTURES: how many places fftcorrelate's `threshold` misses, and how
many it reports where nothing is, by the scores of ccoeff-normed.

VIDEO is OpenCV's vtest.avi, PICTURES the folder of its sample data (Debian: opencv-doc). Templates
are parts of photographs. Each is put into frames of the video at random places, as it is and as
cameras change it; frames without it show what is found in vain. Prints percents by threshold. It
needs the packages fftcore and opencv-python."""
import os
import sys

import cv2
import numpy as np

import fftcore

SIDES = (16, 32, 64)
PHOTOGRAPHS = ("building.jpg", "fruits.jpg", "aloeL.jpg", "messi5.jpg", "baboon.jpg")
FRAMES, STEP = 12, 60  # of the video, and from one to the next
THRESHOLDS = (0.3, 0.4, 0.5, 0.6, 0.7, 0.8)


def turned(image, degrees, scale):
    middle = (np.array(image.shape[::-1]) - 1) / 2
    return cv2.warpAffine(image, cv2.getRotationMatrix2D(tuple(middle), degrees, scale),
                          image.shape[::-1], flags=cv2.INTER_LINEAR,
                          borderMode=cv2.BORDER_REFLECT_101)


def covered(image):
    image = image.copy()
    image[:, :image.shape[1] // 3] = 128
    return image


CHANGES = {
    "as it is": lambda image, random: image,
    "half the contrast": lambda image, random: 128 + 0.5 * (image - 128),
    "noise of 10 levels": lambda image, random: image + random.normal(0, 10, image.shape),
    "noise of 25 levels": lambda image, random: image + random.normal(0, 25, image.shape),
    "blurred by 1.5": lambda image, random: cv2.GaussianBlur(image, (0, 0), 1.5),
    "turned by 5 degrees": lambda image, random: turned(image, 5, 1),
    "10 % larger": lambda image, random: turned(image, 0, 1.1),
    "a third is covered": lambda image, random: covered(image),
}


def grey(frame):
    return cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY).astype(np.float32)


def read_frames(video):
    capture, frames = cv2.VideoCapture(video), []
    for index in range(FRAMES * STEP):
        is_there, frame = capture.read()
        if not is_there:
            raise SystemExit(f"{video} has {index} frames; {FRAMES * STEP} are needed")
        if index % STEP == 0:
            frames.append(cv2.resize(grey(frame), None, fx=0.5, fy=0.5,
                                     interpolation=cv2.INTER_AREA))
    return frames


def best(frame, template):
    """The best place's x and y, and its score, of whole levels."""
    frame = np.clip(np.rint(frame), 0, 255).astype(np.uint8)
    x, y, score = fftcore.find_template(frame, template)[0][:3]
    return x, y, score


def main(video, pictures):
    frames = read_frames(video)
    print("template  change               found " +
          " ".join(f"  >{one}" for one in THRESHOLDS) + "  (missed %; in vain: reported %)")
    for side in SIDES:
        random = np.random.default_rng(side)
        templates = []
        for name in PHOTOGRAPHS:
            image = cv2.imread(os.path.join(pictures, name), cv2.IMREAD_GRAYSCALE)
            image = cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
            y, x = (int(random.integers(0, size - side)) for size in image.shape)
            templates.append(image[y:y + side, x:x + side].copy())
        vain = np.array([best(frame, template)[2] for frame in frames for template in templates])
        print(f"{side:3}x{side:<3}  {'in vain':20}       " +
              " ".join(f"{100 * np.mean(vain > one):5.0f}" for one in THRESHOLDS), flush=True)
        for change, how in CHANGES.items():
            scores = []
            for frame in frames:
                for template in templates:
                    y, x = (int(random.integers(0, size - side)) for size in frame.shape)
                    scene = frame.copy()
                    scene[y:y + side, x:x + side] = how(template.astype(np.float32), random)
                    at_x, at_y, score = best(scene, template)
                    is_there = max(abs(at_x - x), abs(at_y - y)) <= 2
                    scores.append(score if is_there else -np.inf)
            scores = np.array(scores)
            print(f"{side:3}x{side:<3}  {change:20} {100 * np.mean(scores > -1):5.0f} " +
                  " ".join(f"{100 * np.mean(scores <= one):5.0f}" for one in THRESHOLDS),
                  flush=True)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    main(*sys.argv[1:])
