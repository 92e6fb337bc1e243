import type { LinkOwner } from '#storage/mail-address.ts';

interface ConfirmWords {
  heading: string;
  message: (shop: string) => string;
  press: string;
  done: string;
  gone: string;
}

/** What the page says that the link in an e-mail opens. */
export const confirmWords: Record<LinkOwner['language'], ConfirmWords> = {
  en: {
    heading: 'Is this the right address?',
    message: (shop) => `Shall e-mails about the orders of ${shop} come to your address?`,
    press: 'Confirm',
    done: 'Thank you. E-mails about orders that need a person now come to this address.',
    gone: 'This link does not work any more. It works once and for 3 days. Open the app, Settings, and press “Send again”.',
  },
  af: {
    heading: 'Is dit die regte adres?',
    message: (shop) => `Moet e-pos oor die bestellings van ${shop} na jou adres kom?`,
    press: 'Bevestig',
    done: 'Dankie. E-pos oor bestellings wat iemand nodig het, kom van nou af na hierdie adres.',
    gone: 'Hierdie skakel werk nie meer nie. Dit werk een keer en vir 3 dae. Maak die app oop, gaan na Instellings, en druk “Stuur weer”.',
  },
  zu: {
    heading: 'Ingabe leli yikheli elifanele?',
    message: (shop) => `Ingabe ama-imeyili ngama-oda ka-${shop} kufanele eze ekhelini lakho?`,
    press: 'Qinisekisa',
    done: 'Siyabonga. Ama-imeyili ngama-oda adinga umuntu asezofika kuleli kheli.',
    gone: 'Lesi sixhumanisi asisasebenzi. Sisebenza kanye, izinsuku ezingu-3. Vula i-app, uye kuZilungiselelo, ucindezele “Thumela futhi”.',
  },
};
