import { describe, expect, test } from 'vitest';
import { courierConfig } from '../config.ts';
import { parseCoordinates, straightLineM } from './coordinates.ts';
import { estimateTravel } from './estimate.ts';
import { CITY_NAMES, GAZETTEER } from './gazetteer.ts';
import { geocode, nearestSuburb, placeName } from './geocode.ts';
import { locateBoth } from './locate.ts';

const { areas, travel } = courierConfig.parse({});
const found = (address: string) => {
  const result = geocode(address);
  return result.kind === 'found' ? placeName(result.place) : result.kind;
};

test.each([
  ['-33.9618, 18.4767', 'Rondebosch'],
  ['-26.1377, 28.0176', 'Parkhurst'],
  ['-34.0356, 23.0488', undefined],
])('%s is near %s', (coordinates, name) => {
  expect(nearestSuburb(parseCoordinates(coordinates) ?? { lat: 0, lng: 0 })?.name).toBe(name);
});

describe('an address', () => {
  test.each([
    ['3 Kloof Road, Sea Point, Cape Town, 8005', 'Sea Point, Cape Town'],
    ['12 Loop St, Cape Town', 'Cape Town'],
    ['71 Wale St, Schotsche Kloof, Cape Town, WC, 8001', 'Schotsche Kloof, Cape Town'],
    ['9 Main Road, CLAREMONT, Kaapstad', 'Claremont, Cape Town'],
    ['9 Main Road, Claremont', 'ambiguous'],
    ['9 Main Road, Claremont, Pretoria', 'Claremont, Pretoria'],
    ['9 Main Road, Claremont, 7708, Western Cape', 'Claremont, Cape Town'],
    ['5 Rivonia Road, Morningside, Sandton, 2057', 'Morningside, Sandton'],
    ['5 Innes Road, Morningside, Durban', 'Morningside, Durban'],
    ['5 Innes Road, Morningside', 'ambiguous'],
    ['1 Rosebank Road, Observatory, Cape Town', 'Observatory, Cape Town'],
    ['10 Adelaide Tambo Drive, Durban North', 'Durban North, Durban'],
    ['1 Main Rd, Durbanville', 'Durbanville, Cape Town'],
    ["1 Court Road, Simon's Town", "Simon's Town, Cape Town"],
    ['1 Court Road, Simons Town', "Simon's Town, Cape Town"],
    ['1 Church Street, Stellenbosch, 7600', 'Stellenbosch'],
    ['1 Vilakazi Street, Soweto', 'Soweto, Johannesburg'],
    ['Strand Towers, 66 Strand Street, Cape Town City Centre', 'Cape Town'],
    ['Strand on Adderley, Cape Town', 'Cape Town'],
    ['Unit 5 Clifton Heights, 12 Voortrekker Rd, Maitland, Cape Town, 7405', 'Cape Town'],
    ['Newlands Mansions, 3 Beach Rd, Mouille Point, Cape Town', 'Mouille Point, Cape Town'],
    ['Hillcrest Manor, 5 Main Rd, Stellenbosch, 7600', 'Stellenbosch'],
    ['12 Kloof Nek Road, Cape Town, Western Cape, 8001, South Africa', 'Cape Town'],
    ['12 Kloof Nek Road Cape Town', 'Cape Town'],
    ['Kloof, Cape Town', 'Cape Town'],
    ['Kloof, Western Cape', 'not_found'],
    ['5 Village Rd, Kloof, 3610', 'Kloof, Durban'],
    ['Pretoria Street 5, Claremont, Cape Town', 'Claremont, Cape Town'],
    ['Pretoria Street 5, Claremont', 'ambiguous'],
    ['3 Kloof Road Sea Point, Cape Town', 'Sea Point, Cape Town'],
    ['3 Kloof Road, Sea Point Cape Town 8005', 'Sea Point, Cape Town'],
    ['3 Kloof Road, Cape Town - Sea Point, South Africa', 'Sea Point, Cape Town'],
    ['3 Kloof Road Sea Point Cape Town 8005', 'Sea Point, Cape Town'],
    ['9 Main Road Claremont Kaapstad', 'Claremont, Cape Town'],
    ['9 Main Road Claremont', 'ambiguous'],
    ['12 Musgrave Centre, Durban North', 'Durban North, Durban'],
    ['1 Church Street, Bloemfontein', 'not_found'],
    ['', 'not_found'],
    ['12345', 'not_found'],
  ])('%j is %s', (address, place) => {
    expect(found(address)).toBe(place);
  });
});

test('every place of the gazetteer lies in a served area and is found by its full name', () => {
  for (const place of GAZETTEER) {
    const inside = areas.filter(
      (area) => place.lat > area.south && place.lat < area.north && place.lng > area.west && place.lng < area.east,
    );
    expect([place.name, inside.length]).toEqual([place.name, 1]);
    expect(found(`1 Main Road, ${placeName(place)}`)).toBe(placeName(place));
    expect(CITY_NAMES[place.city]).toBeDefined();
  }
});

describe('coordinates', () => {
  test.each([
    ['-33.9249, 18.4241', { lat: -33.9249, lng: 18.4241 }],
    ['0, 0', { lat: 0, lng: 0 }],
    ['90, -180', { lat: 90, lng: -180 }],
    ['90.1, 0', null],
    ['0, 180.1', null],
    ['-33.9249,18.4241', null],
    ['-33.9249 , 18.4241', null],
    ['.5, 1', null],
    ['1., 1', null],
    ['1e1, 1', null],
    ['+1, 1', null],
  ])('%j is %j', (text, point) => {
    expect(parseCoordinates(text)).toEqual(point);
  });
});

test('distance and time follow the stated model, in metres and seconds', () => {
  const [from, to] = [
    { lat: -33.9, lng: 18.4 },
    { lat: -34.0, lng: 18.4 },
  ];
  expect(straightLineM(from, to)).toBeCloseTo(11_119.5, 0);
  expect(estimateTravel(from, to, travel)).toEqual({ distanceM: 14_455, timeS: 2035 });
  expect(estimateTravel(from, from, travel)).toEqual({ distanceM: 0, timeS: 300 });
});

test('where areas overlap, both ends lie in the one that holds both', () => {
  const box = { south: -34, north: -33, name: 'A' };
  const overlapping = [
    { ...box, id: 'west', west: 18, east: 19 },
    { ...box, id: 'east', west: 18.5, east: 20 },
  ];
  const at = (side: 'pickup' | 'dropoff', coordinates: string) => ({ side, address: 'x', coordinates });
  const { pickup, dropoff } = locateBoth(at('pickup', '-33.5, 18.7'), at('dropoff', '-33.5, 19.5'), overlapping);
  expect([pickup.area.id, dropoff.area.id]).toEqual(['east', 'east']);
  expect(() => locateBoth(at('pickup', '-33.5, 18.2'), at('dropoff', '-33.5, 19.5'), overlapping)).toThrow(/one area/);
});
