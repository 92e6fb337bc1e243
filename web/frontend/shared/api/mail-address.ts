import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { mailAddressView } from '#api-contract/settings.ts';
import { callApi } from '../../api-client.ts';

const key = ['mail-address'];
const whileWaitingMs = 5_000;

/** `GET /api/settings/mail`: whether e-mails reach the address; asked again while its link is not pressed. */
export function useMailAddress() {
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => callApi('/api/settings/mail', { answer: mailAddressView, signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.address && !data.confirmed && data.sending ? whileWaitingMs : false,
  });
}

/** `POST /api/settings/mail/link`: sends the link once more. */
export function useSendLink() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi('/api/settings/mail/link', { method: 'POST', body: {}, answer: mailAddressView }),
    onSuccess: (view) => client.setQueryData(key, view),
  });
}
