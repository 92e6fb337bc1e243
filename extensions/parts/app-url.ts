/** `application_url` of shopify.app.toml, which a test compares; change both or neither. */
const deployedUrl = 'https://example.com';

/** Where the app's backend is, for extensions that Shopify does not tell: `shopify app dev` builds its tunnel in. */
export function appUrl(): string {
  try {
    return process.env['APP_URL'] || deployedUrl;
  } catch {
    // The build left the name in, and a worker has no `process`.
    return deployedUrl;
  }
}
