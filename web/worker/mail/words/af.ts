import type { MailWords } from './words.ts';

const orders = (count: number, kind = '') => (count === 1 ? `1 ${kind}bestelling` : `${count} ${kind}bestellings`);
const stopped = 'niks word meer gestuur nie';
const every = 'Elke bestelling';

export const af: MailWords = {
  app: 'Aflewering op dieselfde dag',
  support: 'ondersteuning',
  whatToDo: 'Wat om te doen:',
  serviceSays: 'Die afleweringsdiens sê:',
  openApp: 'Maak die app oop',
  needYou: (count) => (count === 1 ? '1 bestelling het jou nodig' : `${count} bestellings het jou nodig`),
  sendingStopped: stopped,
  everyOrder: every,
  noReason: 'Die bestelling het jou nodig.',
  allOrders: 'Alle bestellings',
  showAll: 'Wys alles wat jou nodig het',
  inAll: (waiting, named) =>
    named === 0
      ? `Altesaam ${waiting} wag vir ’n mens.`
      : `Altesaam ${waiting} wag vir ’n mens; ${named} word hier genoem.`,
  footer: 'Hoogstens een e-pos in 15 minute. Die adres staan in Instellings.',
  settings: 'Maak Instellings oop',
  confirm: {
    title: 'bevestig jou e-posadres',
    heading: 'Is dit die regte adres?',
    message: (shop) =>
      `Iemand by ${shop} het gevra om hier e-pos te kry wanneer ’n bestelling iemand nodig het. Niks word gestuur voordat jy bevestig nie.`,
    button: 'Bevestig hierdie adres',
    ignore: 'Ken jy nie hierdie winkel nie? Doen niks: jy kry geen e-pos nie. Die skakel werk een keer, binne 3 dae.',
  },
  uninstalled: {
    title: (count) => `${count === 1 ? '’n drywer is' : 'drywers is'} bespreek, en die app is verwyder`,
    heading: (count) => (count === 1 ? '1 aflewering wat dalk nog kom' : `${count} aflewerings wat dalk nog kom`),
    message: (count) =>
      count === 1
        ? 'Die app is uit jou winkel verwyder. Dit het niks gekanselleer nie: sover dit laas geweet het, is ’n drywer hiervoor bespreek. Die app volg dit nie meer nie.'
        : 'Die app is uit jou winkel verwyder. Dit het niks gekanselleer nie: sover dit laas geweet het, is ’n drywer vir elk van hierdie bespreek. Die app volg hulle nie meer nie.',
    nextStep: (count) =>
      count === 1
        ? 'Hou die goedere gereed. Om dit te kanselleer, vra die afleweringsdiens en noem die verwysing. As jy die app met dieselfde instellings weer installeer, vind dit hierdie een by die diens en stuur geen tweede drywer nie.'
        : 'Hou die goedere gereed. Om een te kanselleer, vra die afleweringsdiens en noem die verwysing. As jy die app met dieselfde instellings weer installeer, vind dit hulle by die diens en stuur geen tweede drywer nie.',
    more: (count) =>
      `Nog ${count} word nie hier genoem nie. Die afleweringsdiens kan ${count === 1 ? 'dit' : 'hulle'} lys.`,
    notSure: 'nie seker of dit bespreek is nie',
    footer: 'Dit is die app se laaste e-pos aan hierdie adres.',
  },
  summary: {
    subject: (shop, news) => `${shop} vandag: ${news}`,
    title: (news) => `Vandag: ${news}`,
    booked: (count) => (count === 1 ? '1 aflewering bespreek' : `${count} aflewerings bespreek`),
    bookedHeading: 'Vir vandag bespreek',
    eachSlot: 'Elke reël maak die paklys vir daardie tyd oop.',
    late: (count) => (count === 1 ? '1 aflewering van gister is laat' : `${count} aflewerings van gister is laat`),
    lateMessage: 'Die tyd is verby. Die afleweringsdiens het nog nie gesê dat die goedere oorhandig is nie.',
    lateNextStep:
      'Maak die bestelling oop om te sien waar die drywer is. Staan dit nie daar nie, vra die afleweringsdiens.',
    more: (count) => `Nog ${count} word nie hier genoem nie.`,
    toSend: (count) =>
      count === 1 ? '1 bestelling wag dat jy dit stuur' : `${count} bestellings wag dat jy hulle stuur`,
    toSendMessage: (count) =>
      `Jy stuur bestellings self. ${count === 1 ? 'Hierdie een wag' : 'Hierdie wag'} totdat jy Stuur druk.`,
    showToSend: 'Wys wat gestuur moet word',
    footer: 'Word in die oggend gestuur, op dae met nuus. Skakel dit in Instellings af.',
  },
  conditions: {
    reconnect: () => ({
      ...{ headline: stopped, heading: every },
      message: 'Shopify laat die app nie meer by hierdie winkel in nie, so geen bestelling word gesien of gestuur nie.',
      nextStep: 'Maak die app een keer in Shopify se admin oop; daarna word bestellings weer bespreek.',
    }),
    reads_refused: () => ({
      ...{ headline: stopped, heading: every },
      message:
        'Shopify weier om die winkel se bestellings vir die app te wys, so nuwe bestellings word nie gesien nie en niks word gestuur nie.',
      nextStep: 'Kyk in Shopify se admin of die winkel oop is, en keur die toegang goed waarvoor die app vra.',
    }),
    no_key: () => ({
      ...{ headline: stopped, heading: every },
      message: 'Daar is geen API-sleutel van die afleweringsdiens nie, so betaalde bestellings wag.',
      nextStep: 'Voer die API-sleutel in Instellings in.',
    }),
    paused: () => ({
      ...{ headline: 'nog steeds onderbreek', heading: every },
      message: 'Daar word al langer as ’n dag niks gestuur nie. Betaalde bestellings wag; geeneen is verlore nie.',
      nextStep: 'Druk Hervat op Tuis om voort te gaan.',
    }),
    service_down: () => ({
      ...{ headline: 'die afleweringsdiens antwoord nie', heading: every },
      message:
        'Die afleweringsdiens het al langer as ’n uur nie geantwoord nie. Betaalde bestellings wag; geeneen is verlore nie.',
      nextStep:
        'Niks om te doen nie: hulle word gestuur sodra dit antwoord. Kan ’n bestelling nie wag nie, lewer dit op ’n ander manier af.',
    }),
    sweep_behind: () => ({
      ...{ headline: 'bestellings word nie met Shopify vergelyk nie', heading: every },
      message:
        'Die lys van betaalde bestellings is ’n uur lank nie met Shopify vergelyk nie. ’n Bestelling waarvan die berig verlore geraak het, sou nie gevind word nie.',
      nextStep: 'Kyk self na die betaalde bestellings in Shopify; hou dit aan, sê vir die app se ondersteuning.',
    }),
    writes_forbidden: () => ({
      ...{ headline: 'afleweringstye word nie in bestellings geskryf nie', heading: 'Shopify' },
      message:
        'Shopify laat nie toe dat die app in die winkel se bestellings skryf nie, so afleweringstye, etikette of “Fulfilled” ontbreek daar. Die drywers kom steeds.',
      nextStep:
        'Maak die app een keer in Shopify se admin oop en keur die toegang goed waarvoor dit vra: wat van die laaste sewe dae ontbreek, word dan vanself geskryf.',
    }),
    unexplained: (count) => ({
      headline: `${orders(count, 'betaalde ')} ontbreek`,
      heading: 'Ontbreek',
      message: `Shopify het ${orders(count, 'betaalde ')} wat hierdie app nie ken nie, so geen drywer is daarvoor bespreek nie.`,
      nextStep: 'Ons kyk elke paar minute weer; hou dit aan, sê vir die app se ondersteuning.',
    }),
    test_mode: (count) => ({
      headline: `toetsmodus hou ${orders(count, 'betaalde ')} terug`,
      heading: 'Toetsmodus',
      message: `Toetsmodus is aan: ${orders(count, 'betaalde ')} wag en kry geen drywer nie.`,
      nextStep: 'Skakel toetsmodus in Instellings af: daar word dan weer besluit oor wat wag.',
    }),
    undelivered: (count) => ({
      headline: `${count === 1 ? '1 aflewering' : `${count} aflewerings`} het nie by die koper uitgekom nie`,
      heading: 'Nie oorhandig nie',
      message: 'Die koper het niks, en niks word vanself weer gestuur nie.',
      nextStep: `Besluit${count === 1 ? '' : ' vir elkeen'}: stuur ’n nuwe aflewering, betaal die bestelling in Shopify terug, of hou die goedere by die winkel.`,
    }),
    drift: (count) => ({
      headline: `${orders(count)} om oor te besluit nadat die ${count === 1 ? 'drywer' : 'drywers'} bespreek is`,
      heading: 'Ná bespreking te besluit',
      message: `Sedert die ${count === 1 ? 'drywer' : 'drywers'} bespreek is, het iets opgeduik waaroor iemand moet besluit.`,
      nextStep:
        'Kyk wat dit is en besluit: sê vir die afleweringsdiens, sê vir die koper, kanselleer en stuur weer, of hou dit soos dit bespreek is.',
    }),
    second_driver: (count) => ({
      headline: `${count === 1 ? '1 drywer' : `${count} drywers`} kom dalk verniet`,
      heading: '’n Tweede drywer is bespreek',
      message: '’n Ander drywer bring dieselfde goedere, of het dit reeds gebring.',
      nextStep: `Maak die ${count === 1 ? 'bestelling' : 'bestellings'} oop en kanselleer die drywer wat nie moet kom nie.`,
    }),
    data_request: (count) => ({
      headline: `${count === 1 ? '1 kliënt vra' : `${count} kliënte vra`} vir hul data`,
      heading: 'Dataversoeke',
      message: '’n Kliënt mag binne 30 dae sien wat oor hom of haar gestoor is.',
      nextStep: 'Laai af wat gestoor is, stuur dit aan die kliënt, en merk die versoek as beantwoord.',
    }),
  },
  changed: {
    ended: 'gekanselleer of terugbetaal, maar ’n drywer is nog bespreek',
    gone: 'word nie meer deur Shopify gewys nie, maar ’n drywer is nog bespreek',
    brought: 'die goedere is reeds afgelewer, maar nog ’n drywer is bespreek',
    not_cancelled: 'die drywer is nie gekanselleer nie en kan steeds kom',
    on_hold: 'goedere word in Shopify teruggehou, maar ’n drywer is nog bespreek',
    fraud_risk: 'Shopify waarsku oor bedrog, maar ’n drywer is nog bespreek',
    called_off: 'die afleweringsdiens het die aflewering gekanselleer, so niemand bring die goedere nie',
    failed: 'die aflewering het misluk, die koper het geen goedere nie',
    returned: 'die goedere het teruggekom, die koper het niks',
    unheard: 'niemand het gesê dat die goedere afgelewer is nie',
    address: 'die adres of kontak het verander nadat die drywer bespreek is',
    goods: 'die goedere het verander nadat die drywer bespreek is',
    location_closed: 'die ligging is gesluit in die drywer se tydvak',
    later_day: 'die drywer kom op ’n later dag as wat die koper belowe is',
    method: 'die afleweringsmetode het verander nadat die drywer bespreek is',
    other: 'die bestelling het verander nadat die drywer bespreek is',
    second_driver: '’n tweede drywer is vir dieselfde goedere bespreek',
  },
};
