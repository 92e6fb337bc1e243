import i18next from 'i18next';
import first from '../locales/en.json' with { type: 'json' };
import home from '../locales/en-home.json' with { type: 'json' };
import later from '../locales/en-later.json' with { type: 'json' };
import order from '../locales/en-order.json' with { type: 'json' };
import settings from '../locales/en-settings.json' with { type: 'json' };
import type zu from '../locales/zu.json';

/** The English texts of all screens as one, which other languages have in one file. */
export function allEnglish(): typeof zu {
  const texts = i18next.createInstance();
  void texts.init({ initAsync: false, resources: {} });
  for (const file of [first, home, later, order, settings]) texts.addResourceBundle('en', 'all', file, true);
  return texts.getResourceBundle('en', 'all');
}
