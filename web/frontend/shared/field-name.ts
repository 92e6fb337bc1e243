import { useTranslation } from 'react-i18next';

/** A field of the request as a person calls it: `dropoff_address` → "Delivery address", `items[0]` → "Item 1". */
export function useFieldName(): (field: string) => string {
  const { t } = useTranslation();
  return (field) => {
    const item = /^items\[(\d+)\]$/.exec(field)?.[1];
    if (item !== undefined) return t('request.item', { number: Number(item) + 1 });
    return t(`field.${field}`, { defaultValue: field });
  };
}
