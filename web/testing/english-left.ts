/** What Shopify calls its own things, and the app's name in the admin's menu: they stay English in every language. */
const names = ['Metafields and metaobjects', 'Cash on Delivery', 'Same-day delivery', 'Local Delivery'];
/** Words that English cannot do without, and that neither Afrikaans nor isiZulu has. */
const onlyEnglish =
  /(?<!\p{L})(the|and|not|with|to|you|your|this|that|are|has|have|been|from|it|for|does|orders?|delivery|driver)(?!\p{L})/iu;

/** Whether a text in another language has English words in it; what is put in for `{{…}}` is not looked at. */
export function hasEnglish(text: string): boolean {
  const ours = names.reduce((left, name) => left.replaceAll(name, ''), text.replace(/\{\{?\w+\}\}?/g, ''));
  return onlyEnglish.test(ours);
}
