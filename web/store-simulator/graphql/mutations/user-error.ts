/** An expected refusal: HTTP 200, no `errors`, the reason in the payload. */
export interface UserError {
  field: string[] | null;
  message: string;
}

export const userError = (field: string[] | null, message: string): UserError => ({ field, message });
