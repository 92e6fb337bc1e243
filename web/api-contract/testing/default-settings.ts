import { type Settings, settings } from '../settings.ts';

/** Settings as every shop starts. */
export const defaultSettings: Settings = settings.parse({});
