import { describe, expect, it } from 'vitest';
import { formatCoordinates, inSouthAfrica, parseCoordinates, pointInProvince } from './coordinates.ts';

describe('formatCoordinates', () => {
  it.each([
    [-33.9249, 18.4241, '-33.9249, 18.4241'],
    [-30, 25, '-30, 25'],
    [-33.92490000001, 18.424123456789, '-33.9249, 18.4241235'],
    [-26.1, 28.05, '-26.1, 28.05'],
  ])('writes %d and %d as %j', (latitude, longitude, coordinates) => {
    expect(formatCoordinates(latitude, longitude)).toEqual({ ok: true, coordinates, point: { latitude, longitude } });
  });

  it.each([
    [null, null, 'missing'],
    [-33.9, null, 'incomplete'],
    [null, 18.4, 'incomplete'],
    [Number.NaN, 18.4, 'unreadable'],
    [-33.9, Number.POSITIVE_INFINITY, 'unreadable'],
    [0, 0, 'zero'],
    [18.4241, -33.9249, 'outside_south_africa'],
    [33.9249, 18.4241, 'outside_south_africa'],
    [51.5, -0.1, 'outside_south_africa'],
  ])('refuses %s and %s as %s', (latitude, longitude, problem) => {
    expect(formatCoordinates(latitude, longitude)).toEqual({ ok: false, problem });
  });
});

describe('parseCoordinates', () => {
  it.each([
    '-33.9249, 18.4241',
    ' -33.9249,18.4241 ',
    '(-33.9249; 18.4241)',
    '−33.9249 18.4241',
    '-33.9249°, +18.4241°',
  ])('reads %j', (text) => {
    expect(parseCoordinates(text)).toMatchObject({ ok: true, coordinates: '-33.9249, 18.4241' });
  });

  it.each([
    ['', 'missing'],
    ['  ', 'missing'],
    ['-33.9249', 'unreadable'],
    ['Wale St', 'unreadable'],
    ['-33,9249, 18,4241', 'unreadable'],
    ['0, 0', 'zero'],
    ['-33.9249, 18.4241, 5', 'unreadable'],
  ])('refuses %j as %s', (text, problem) => {
    expect(parseCoordinates(text)).toEqual({ ok: false, problem });
  });
});

describe('inSouthAfrica', () => {
  it.each<[string, number, number]>([
    ['Cape Town', -33.9249, 18.4241],
    ['Cape Point', -34.357, 18.497],
    ['Cape Agulhas', -34.833, 20.0],
    ['Simon’s Town', -34.19, 18.43],
    ['Gqeberha', -33.96, 25.6],
    ['East London', -33.015, 27.911],
    ['Durban', -29.8587, 31.0218],
    ['Richards Bay', -28.78, 32.04],
    ['Kosi Bay', -26.9, 32.87],
    ['Pongola', -27.38, 31.62],
    ['Piet Retief', -27.0, 30.81],
    ['Komatipoort', -25.43, 31.94],
    ['Musina', -22.34, 30.04],
    ['Lephalale', -23.67, 27.75],
    ['Mahikeng', -25.86, 25.64],
    ['Zeerust', -25.54, 26.08],
    ['Upington', -28.45, 21.26],
    ['Vioolsdrif', -28.78, 17.62],
    ['Alexander Bay', -28.6, 16.5],
    ['Port Nolloth', -29.25, 16.87],
    ['Saldanha', -33.01, 17.94],
    ['Bloemfontein', -29.1183, 26.2249],
    ['Ficksburg', -28.87, 27.88],
    ['Ladybrand', -29.19, 27.46],
    ['Aliwal North', -30.69, 26.71],
    ['Underberg', -29.79, 29.5],
    ['Johannesburg', -26.2041, 28.0473],
    ['Twee Rivieren', -26.47, 20.61],
  ])('covers %s', (_place, latitude, longitude) => {
    expect(inSouthAfrica(latitude, longitude)).toBe(true);
  });

  it.each<[string, number, number]>([
    ['Gaborone', -24.6545, 25.9086],
    ['Windhoek', -22.57, 17.08],
    ['Keetmanshoop', -26.58, 18.13],
    ['Bulawayo', -20.15, 28.58],
    ['Maputo', -25.9655, 32.5832],
    ['Mbabane', -26.3054, 31.1367],
    ['Manzini', -26.4988, 31.38],
    ['Teyateyaneng', -29.15, 27.75],
    ['Thaba-Tseka', -29.52, 28.61],
    ['Mohale’s Hoek', -30.15, 27.48],
    ['the open sea', -38, 25],
  ])('leaves out %s', (_place, latitude, longitude) => {
    expect(inSouthAfrica(latitude, longitude)).toBe(false);
  });
});

describe('pointInProvince', () => {
  it.each<[string, number, number, string]>([
    ['Sandton', -26.1076, 28.0567, 'GP'],
    ['Sandton', -26.1076, 28.0567, 'GT'],
    ['Sandton', -26.1076, 28.0567, 'Gauteng'],
    ['Durban', -29.8587, 31.0218, 'NL'],
    ['Durban', -29.8587, 31.0218, 'KZN'],
    ['Durban', -29.8587, 31.0218, 'KwaZulu-Natal'],
    ['Cape Town', -33.9249, 18.4241, 'Wes-Kaap'],
    ['Gqeberha', -33.96, 25.6, 'EC'],
    ['Bloemfontein', -29.1183, 26.2249, 'FS'],
    ['Polokwane', -23.9, 29.45, 'LP'],
    ['Mbombela', -25.47, 30.97, 'MP'],
    ['Mahikeng', -25.86, 25.64, 'NW'],
    ['Kimberley', -28.74, 24.76, 'NC'],
  ])('finds %s (%d, %d) in %s', (_place, latitude, longitude, province) => {
    expect(pointInProvince(latitude, longitude, province)).toBe(true);
  });

  it.each<[number, number, string | null]>([
    [-33.9249, 18.4241, 'GP'],
    [-26.1076, 28.0567, 'WC'],
    [-29.8587, 31.0218, 'WC'],
    [-26.1076, 31.5, 'GP'],
    [-26.1076, 20, 'GP'],
    [-26.1076, 28.0567, 'Nowhere'],
    [-26.1076, 28.0567, null],
  ])('does not find (%d, %d) in %s', (latitude, longitude, province) => {
    expect(pointInProvince(latitude, longitude, province)).toBe(false);
  });
});
