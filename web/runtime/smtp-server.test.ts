import { expect, test } from 'vitest';
import { readSmtpUrl } from './smtp-server.ts';

const login = { user: 'user@example.com', password: 'p:ss/word' };
const withLogin = 'user%40example.com:p%3Ass%2Fword@';

test.each([
  ['smtp://mail.example.com', { host: 'mail.example.com', port: 587, secure: false, requireTls: false, login: null }],
  ['smtp://127.0.0.1:1025/', { host: '127.0.0.1', port: 1025, secure: false, requireTls: false, login: null }],
  ['smtp://[::1]:25', { host: '::1', port: 25, secure: false, requireTls: false, login: null }],
  ['smtps://mail.example.com', { host: 'mail.example.com', port: 465, secure: true, requireTls: false, login: null }],
  [`smtps://${withLogin}mail.example.com`, { port: 465, secure: true, requireTls: false, login }],
])('%s is read', (url, expected) => {
  expect(readSmtpUrl(url)).toMatchObject(expected);
});

test('a password goes to no other machine in the clear', () => {
  expect(readSmtpUrl(`smtp://${withLogin}mail.example.com:25`)).toMatchObject({ requireTls: true, login });
  expect(readSmtpUrl(`smtp://${withLogin}localhost:25`)).toMatchObject({ requireTls: false, login });
});

test.each([
  '',
  'mail.example.com',
  'smtp://',
  'http://canary',
  'smtp://canary/path',
  // What nodemailer would read as options of its own, such as logging every message.
  'smtp://canary?logger=true',
  'smtp://canary#x',
  'smtp://canary:99999',
  'smtp://%E0%A4%A@canary',
])('%j is refused, without being repeated', (url) => {
  const problem = readSmtpUrl(url);
  expect(problem).toEqual(expect.stringContaining('smtp://'));
  expect(problem).not.toContain('canary');
});
