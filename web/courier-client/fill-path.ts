import { parseTemplate } from 'url-template';

/**
 * Expands a profile's template (RFC 6570 level 1: everything but unreserved characters is escaped). Null for values
 * that no path can carry: empty, ill-formed Unicode, and `.` or `..`, which servers resolve even when escaped.
 */
export function fillPath(template: string, variable: string, value: string): string | null {
  if (value === '' || value === '.' || value === '..' || !value.isWellFormed()) return null;
  return parseTemplate(template).expand({ [variable]: value });
}
