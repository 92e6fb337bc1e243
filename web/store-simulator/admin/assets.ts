import { readdirSync, readFileSync } from 'node:fs';
import type { Response } from 'express';
import { StoreRefusal } from '../state/refusal.ts';

/** What a browser may fetch, by name; a folder's files are joined in the order of their names. */
const assets: Record<string, { type: string; from: string }> = {
  'admin.css': { type: 'text/css', from: './assets/admin/' },
  'app-bridge.js': { type: 'text/javascript', from: './assets/app-bridge/' },
  'admin-host.js': { type: 'text/javascript', from: './assets/admin-host.js' },
  'extension-elements.css': { type: 'text/css', from: './assets/extension-elements.css' },
  'extension-frame.css': { type: 'text/css', from: './assets/extension-frame.css' },
  'extension-frame.js': { type: 'text/javascript', from: './assets/extension-frame/' },
  'extension-host.js': { type: 'text/javascript', from: './assets/extension-host.js' },
  'live-rows.js': { type: 'text/javascript', from: './assets/live-rows.js' },
  'live.js': { type: 'text/javascript', from: './assets/live.js' },
};

/** Sends a style sheet or script of the admin. */
export function sendAsset(name: string, response: Response): void {
  const asset = Object.hasOwn(assets, name) ? assets[name] : undefined;
  if (!asset) {
    throw new StoreRefusal(`no asset ${name}`, 404);
  }
  const place = new URL(asset.from, import.meta.url);
  const files = asset.from.endsWith('/') ? readdirSync(place).sort() : [''];
  const text = files.map((file) => readFileSync(new URL(file, place), 'utf8')).join('\n');
  response.type(asset.type).send(text);
}
