#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""hall.py OUT.wav: a concert hall of 24 x 14 x 9 m, as it sounds at 48000 samples a second: four
responses of 2.5 s, from the left loudspeaker to the left and to the right microphone, then from the
right one. Sound that the walls return up to 80 ms later comes from image sources (Allen and
Berkley, 1979). What follows is noise, whose octaves decay as fast as the air and the walls take
them.
hall.py --check HALL.wav DRY.wav WET.wav PICTURE.jpg: whether WET is DRY convolved with these, and
a picture of both."""
import itertools
import sys
import wave

import numpy as np

from room import run, samples

RATE, SECONDS, SOUND = 48000, 2.5, 343.0
HALL = np.array([24.0, 14.0, 9.0])
WALLS = 0.85  # of the amplitude that a wall returns
LOUDSPEAKERS = np.array([[4.0, 5.0, 1.5], [4.0, 9.0, 1.5]])
MICROPHONES = np.array([[12.0, 6.8, 1.6], [12.0, 7.2, 1.6]])
EARLY = int(0.08 * RATE)
# seconds in which an octave from that frequency on decays by 60 dB
DECAYS = {0: 2.4, 125: 2.3, 250: 2.2, 500: 2.0, 1000: 1.8, 2000: 1.5, 4000: 1.1, 8000: 0.7}


def early(source, microphone, response):
    for order in itertools.product(range(-2, 3), repeat=3):
        for mirrored in itertools.product((0, 1), repeat=3):
            image = 2 * np.array(order) * HALL + np.where(mirrored, -1, 1) * source
            distance = np.linalg.norm(image - microphone)
            at = round(distance / SOUND * RATE)
            if at < EARLY:
                walls = sum(abs(2 * n - m) for n, m in zip(order, mirrored))
                response[at] += WALLS**walls / distance


def late(random, response):
    time = np.arange(len(response)) / RATE
    noise = np.fft.rfft(random.standard_normal(len(response)))
    frequency = np.fft.rfftfreq(len(response), 1 / RATE)
    edges = [*DECAYS, RATE]
    tail = np.zeros(len(response))
    for low, high in zip(edges, edges[1:]):
        octave = np.fft.irfft(noise * ((frequency >= low) & (frequency < high)), len(response))
        tail += octave * 10 ** (-3 * time / DECAYS[low])
    begin = np.clip((np.arange(len(response)) - EARLY / 2) / (EARLY / 2), 0, 1)
    response += 0.004 * begin * tail


def make(target):
    random = np.random.default_rng(1)
    responses = np.zeros((4, int(SECONDS * RATE)))
    for response, (source, microphone) in zip(responses,
                                              itertools.product(LOUDSPEAKERS, MICROPHONES)):
        early(source, microphone, response)
        late(random, response)
    responses *= 0.5 / np.abs(responses).max()
    with wave.open(target, "wb") as file:
        file.setnchannels(4)
        file.setsampwidth(4)
        file.setframerate(RATE)
        file.writeframes(np.round(responses.T * 2**31).astype("<i4").tobytes())


def read(name):
    with wave.open(name, "rb") as file:
        whole = np.frombuffer(file.readframes(file.getnframes()), "<i4")
    return whole.reshape(-1, 4).T / 2**31


def convolved(responses, dry):
    length = len(dry) + responses.shape[1] - 1
    points = 1 << length.bit_length()
    wet = np.zeros((length, 2))
    for response, (source, microphone) in zip(responses, itertools.product(range(2), repeat=2)):
        product = np.fft.rfft(dry[:, source], points) * np.fft.rfft(response, points)
        wet[:, microphone] += np.fft.irfft(product, points)[:length]
    return wet


def spectrogram(sound, columns=900, points=1024):
    window, step = np.hanning(points), len(sound) // columns
    sound = np.concatenate([sound, np.zeros(points)])
    frames = [sound[i * step:i * step + points] * window for i in range(columns)]
    power = 20 * np.log10(np.abs(np.fft.rfft(frames, axis=1)[:, :300]).T[::-1] + 1e-9)
    return np.clip((power + 60) / 90 * 255, 0, 255).astype(np.uint8)


def check(hall, before, after, picture):
    import cv2  # installed for the picture alone
    dry, wet = samples(before).astype(float), samples(after).astype(float)
    expected = convolved(read(hall), dry)
    if len(wet) < len(dry):
        sys.exit(f"hall.py: {after} has {len(wet)} samples, {before} {len(dry)}")
    shared = min(len(wet), len(expected))
    error = np.abs(wet[:shared] - expected[:shared]).max() / np.abs(expected).max()
    print(f"{len(wet)} samples of {len(dry)} and a tail, at most {20 * np.log10(error):.0f} dB off "
          "NumPy's convolution")
    padded = np.zeros(len(wet))
    padded[:len(dry)] = dry.sum(axis=1)
    panes = [cv2.applyColorMap(spectrogram(sound), cv2.COLORMAP_INFERNO)
             for sound in (padded, wet.sum(axis=1))]
    cv2.imwrite(picture, np.vstack([panes[0], np.full((8, 900, 3), 255, np.uint8), panes[1]]),
                [cv2.IMWRITE_JPEG_QUALITY, 70])
    return error < 1e-6


if __name__ == "__main__":
    run(make, check)
