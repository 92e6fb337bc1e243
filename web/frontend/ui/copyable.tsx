import { InlineStack, Text } from '@shopify/polaris';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Press } from './press.tsx';

/** A value to take elsewhere, with a button that copies it and says so. */
export function Copyable({ value, name }: { value: string; name: string }) {
  const { t } = useTranslation();
  const [result, setResult] = useState<'copied' | 'failed' | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setResult('copied');
    } catch {
      setResult('failed');
    }
  };
  return (
    <InlineStack gap="200" blockAlign="center">
      <Text as="span" breakWord>
        {value}
      </Text>
      <Press kind="plain" label={t('action.copy')} hint={t('action.copyNamed', { name })} onPress={copy} />
      <span role="status">{result === null ? '' : t(`action.${result}`)}</span>
    </InlineStack>
  );
}
