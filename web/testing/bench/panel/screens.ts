import type { Frame, Locator } from 'playwright-core';
import { demoShop, type LocalWorld } from '../../local-world.ts';

/** A screen of the panel, a sign that its data is there, and what a person presses on it, none of which sends anything. */
export interface PanelScreen {
  name: string;
  path(world: LocalWorld): string;
  /** Shown once the data has come. */
  sign: string;
  presses(panel: Frame): Press[];
}

interface Press {
  name: string;
  on: Locator;
  /** Keys instead of a tap or a click. */
  keys?: string;
}

const button = (panel: Frame, name: string | RegExp): Press => ({
  name: String(name),
  on: panel.getByRole('button', { name }).first(),
});

export const screens: readonly PanelScreen[] = [
  {
    name: 'Home',
    path: () => '',
    sign: 'Needs you',
    presses: (panel) => [
      button(panel, '7 days'),
      button(panel, '24 hours'),
      { name: 'a link to an order', on: panel.getByRole('link', { name: /^Fix/ }).first() },
    ],
  },
  {
    name: 'Deliveries',
    path: () => '/deliveries',
    sign: '#1039',
    presses: (panel) => [
      { name: 'a row', on: panel.getByLabel('Select #1039') },
      button(panel, 'Date, location and sorting'),
      button(panel, /^Booked/),
      button(panel, /^All/),
      { name: 'search', on: panel.getByLabel('Search'), keys: '#1021' },
    ],
  },
  {
    name: 'Order',
    path: ({ store }) => `/deliveries/${store.order(demoShop, 1021).id}`,
    sign: 'A driver is booked',
    presses: (panel) => ['Show the request', 'Show the history', '1 attempt'].map((name) => button(panel, name)),
  },
  {
    name: 'Settings',
    path: () => '/settings',
    sign: 'Further conditions',
    presses: (panel) => [
      { name: 'Every paid order', on: panel.getByText('Every paid order', { exact: true }).first() },
      button(panel, 'Further conditions'),
      { name: 'Weight', on: panel.getByLabel('Weight').first(), keys: '25' },
    ],
  },
  {
    name: 'Rehearsal',
    path: () => '/rehearsal',
    sign: 'would be sent',
    presses: (panel) => [
      { name: 'Every paid order', on: panel.getByText('Every paid order', { exact: true }).first() },
    ],
  },
];
