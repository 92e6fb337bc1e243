import { afterEach, expect, it } from 'vitest';
import { pressAgain } from './pressed-early.ts';

afterEach(() => {
  Reflect.deleteProperty(window, 'early');
  document.body.replaceChildren();
});

/** The names of the buttons and forms that are pressed in the screen that was taken over, or drawn anew with `anew`. */
async function pressedIn(drawn: string, pressed: string, anew?: string): Promise<string[]> {
  document.body.innerHTML = `<div id="panel">${drawn}</div>`;
  const root = document.getElementById('panel') as HTMLElement;
  const element = root.querySelector<HTMLElement>(pressed);
  window.early = { tellNotLoaded: async () => undefined, end: () => element };
  if (anew !== undefined) root.innerHTML = anew;
  const heard: string[] = [];
  for (const kind of ['click', 'submit']) {
    root.addEventListener(kind, (event) => {
      event.preventDefault();
      heard.push(`${kind} ${(event.target as HTMLElement).id}`);
    });
  }
  pressAgain(root);
  expect(heard, 'what was typed comes first').toEqual([]);
  await new Promise((resolve) => setTimeout(resolve));
  return heard;
}

const twoOrders =
  '<button id="a" aria-label="Cancel 1">Cancel</button><button id="b" aria-label="Cancel 2">Cancel</button>';

it.each([
  ['nothing', 'i', undefined, []],
  ['a button that is still there', '#b', undefined, ['click b']],
  ['the button with the same label', '#b', twoOrders, ['click b']],
  ['none of two with the same words', '#c', '<button id="c">Keep</button><button id="d">Keep</button>', []],
  ['none that is gone', '#c', twoOrders, []],
  ['a form', 'form', undefined, ['submit f']],
  ['a form that was drawn anew', 'form', '<form id="g">Phone<input></form>', ['submit g']],
])('presses again %s', async (_what, pressed, anew, heard) => {
  const drawn = `${twoOrders}<button id="c">Keep</button><form id="f">Phone<input></form>`;
  expect(await pressedIn(drawn, pressed, anew)).toEqual(heard);
});

it('presses nothing where the head has no script', () => {
  document.body.innerHTML = '<div id="panel"><button>Pause</button></div>';
  expect(() => pressAgain(document.getElementById('panel') as HTMLElement)).not.toThrow();
});
