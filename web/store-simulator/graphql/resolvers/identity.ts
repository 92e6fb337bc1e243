import { gid } from '../../state/gid.ts';
import { field, type ModelledType } from '../field.ts';

interface Identified {
  kind: string;
  id: string;
}

/** `id`, a gid of the record's kind. */
export const idField: ModelledType = { id: field((record: Identified) => gid(record.kind, record.id)) };

/** `id` and `legacyResourceId`. */
export const legacyIdFields: ModelledType = {
  ...idField,
  legacyResourceId: field((record: Identified) => record.id),
};
