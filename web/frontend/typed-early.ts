type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Takes out of a drawn screen what was typed and chosen before its scripts came, which React would show and not know of.
 *
 * @returns puts it back, as if it were typed now: to be called once the screen is taken over
 */
export function takeTyped(root: HTMLElement): () => void {
  const put: (() => void)[] = [];
  for (const field of root.querySelectorAll<Field>('input, textarea, select')) {
    if (field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')) {
      if (field.checked === field.defaultChecked) continue;
      // Of radio buttons the chosen one is pressed again, which clears the others.
      if (field.type === 'checkbox' || field.checked) put.push(() => field.click());
      field.checked = field.defaultChecked;
      continue;
    }
    const drawn = drawnValue(field);
    if (field.value === drawn) continue;
    const typed = field.value;
    field.value = drawn;
    put.push(() => type(field, typed));
  }
  return () => {
    for (const one of put) one();
  };
}

function drawnValue(field: Field): string {
  if (!(field instanceof HTMLSelectElement)) return field.defaultValue;
  const options = [...field.options];
  return (options.find(({ defaultSelected }) => defaultSelected) ?? options[0])?.value ?? '';
}

/** React hears of a value only that its own setter on the field did not set. */
function type(field: Field, value: string): void {
  const prototype = Object.getPrototypeOf(field);
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}
