import type { z } from 'zod';
import { languageChoice } from '#api-contract/language.ts';
import type { Context } from '#runtime/context.ts';
import { writeLanguage } from '#storage/panel/person-language.ts';
import { conflict } from '../../http-problem.ts';
import { type ApiCall, bodyOf } from '../api-call.ts';

/** `PUT /api/language`: the panel's language for whoever asks, in this shop, wherever they open it. */
export async function chooseLanguage(
  { storage }: Pick<Context, 'storage'>,
  call: ApiCall,
): Promise<z.infer<typeof languageChoice>> {
  const { language } = bodyOf(call, languageChoice);
  const { shop, userId } = call;
  if (userId === null) {
    throw conflict(
      'person_unknown',
      'Shopify does not say who you are, so the language was not kept.',
      'Open the app again from the Shopify admin.',
    );
  }
  await writeLanguage(storage.db, { shop: shop.domain, userId }, language);
  return { language };
}
