export { default } from './.config/vitest.config.ts';
