const isJson = (value: string) => {
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
};

/** What each modelled metafield type accepts. */
const types: Record<string, { accepts: (value: string) => boolean; message: string }> = {
  json: { accepts: isJson, message: 'Value is invalid JSON.' },
  boolean: { accepts: (value) => value === 'true' || value === 'false', message: 'Value must be true or false.' },
  number_integer: { accepts: (value) => /^-?\d{1,16}$/.test(value), message: 'Value must be an integer.' },
  number_decimal: { accepts: (value) => /^-?\d+(\.\d+)?$/.test(value), message: 'Value must be a decimal.' },
  single_line_text_field: {
    accepts: (value) => !/[\r\n]/.test(value),
    message: 'Value must be a single line text string.',
  },
  multi_line_text_field: { accepts: () => true, message: '' },
  date_time: { accepts: (value) => Number.isFinite(Date.parse(value)), message: 'Value must be in ISO 8601 format.' },
  url: { accepts: (value) => URL.canParse(value), message: 'Value must be a URL.' },
};

/** Why a value cannot be stored under a type; null where it can. An empty value never can. */
export function valueProblem(type: string, value: string): { field: string; code: string; message: string } | null {
  const known = types[type];
  if (!known) {
    return {
      field: 'type',
      code: 'INVALID_TYPE',
      message: `metafield type ${type} is not modelled by the simulated store`,
    };
  }
  if (value === '') {
    return { field: 'value', code: 'BLANK', message: "Value can't be blank." };
  }
  return known.accepts(value) ? null : { field: 'value', code: 'INVALID_VALUE', message: known.message };
}
