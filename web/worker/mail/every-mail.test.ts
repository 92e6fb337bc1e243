import { expect, test } from 'vitest';
import { hasEnglish } from '#testing/english-left.ts';
import { miscounted } from '#testing/miscounted.ts';
import { countedMails, everyMail, serviceSays } from '#testing/sample-mails.ts';
import type { MailLanguage } from './words/words.ts';

type Mail = ReturnType<typeof everyMail>[string];

/** Everything that a person reads: the subject, the text's lines, and what stands between the tags. */
function textsIn({ subject, text, html }: Mail): string[] {
  const shown = html.replace(/<style>.*?<\/style>/s, '').split(/<[^>]*>/);
  const lines = [subject, ...text.split('\n'), ...shown].map((line) => line.replace(serviceSays, '').trim());
  return lines.filter((line) => !line.includes('://'));
}
const isSentence = (line: string) => /\p{L}{2,} \p{L}{2,}/u.test(line);

test.each(['af', 'zu'] as const)('no e-mail of any cause, and no page of its link, has English in %s', (language) => {
  const english = everyMail('en');
  const left = Object.entries(everyMail(language)).flatMap(([name, mail]) => {
    const before = new Set(english[name] ? textsIn(english[name]) : []);
    return textsIn(mail)
      .filter((line) => isSentence(line) && (before.has(line) || hasEnglish(line)))
      .map((line) => [name, line]);
  });
  expect(Object.keys(english).length).toBeGreaterThan(90);
  expect(left).toEqual([]);
  for (const { html } of Object.values(everyMail(language))) expect(html).toContain(`<html lang="${language}">`);
});

test.each<[MailLanguage, number]>(
  (['en', 'af', 'zu'] as const).flatMap((language) =>
    [1, 2, 25].map((count): [MailLanguage, number] => [language, count]),
  ),
)('every e-mail in %s counts %i of everything rightly', (language, count) => {
  const found = Object.entries(countedMails(language, count)).flatMap(([name, mail]) =>
    textsIn(mail).flatMap((line) => miscounted(language, line).map((words) => [name, words])),
  );
  expect(found).toEqual([]);
});
