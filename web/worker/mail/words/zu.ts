import type { MailWords } from './words.ts';

const orders = (count: number) => (count === 1 ? 'i-oda engu-1' : `ama-oda angu-${count}`);
const paid = (count: number) => (count === 1 ? 'i-oda engu-1 ekhokhelwe' : `ama-oda angu-${count} akhokhelwe`);
const of = (count: number) => `okungu-${count}`;
const stopped = 'ukuthumela kumile';
const every = 'Wonke ama-oda';

export const zu: MailWords = {
  app: 'Ukulethwa ngosuku olufanayo',
  support: 'abosizo',
  whatToDo: 'Okumele ukwenze:',
  serviceSays: 'Isevisi yokulethwa ithi:',
  openApp: 'Vula i-app',
  needYou: (count) => (count === 1 ? 'i-oda engu-1 idinga wena' : `ama-oda angu-${count} adinga wena`),
  sendingStopped: stopped,
  everyOrder: every,
  noReason: 'I-oda idinga wena.',
  allOrders: 'Wonke ama-oda',
  showAll: 'Bonisa wonke adinga wena',
  inAll: (waiting, named) =>
    [
      waiting === 1 ? 'I-oda engu-1 ilinde umuntu' : `Ama-oda angu-${waiting} esewonke alinde umuntu`,
      ...(named === 0 ? [] : [named === 1 ? 'engu-1 ibalwe lapha' : `angu-${named} abalwe lapha`]),
    ]
      .join('; ')
      .concat('.'),
  footer: 'I-imeyili eyodwa kuphela ngemizuzu engu-15. Ikheli likuZilungiselelo.',
  settings: 'Vula iZilungiselelo',
  confirm: {
    title: 'qinisekisa ikheli lakho le-imeyili',
    heading: 'Ingabe leli yikheli elifanele?',
    message: (shop) =>
      `Othile kwa-${shop} ucele ukuthola ama-imeyili lapha uma i-oda idinga umuntu. Akukho okuthunyelwayo uze uqinisekise.`,
    button: 'Qinisekisa leli kheli',
    ignore:
      'Awusazi lesi sitolo? Ungenzi lutho: awutholi ma-imeyili. Isixhumanisi sisebenza kanye, ezinsukwini ezingu-3.',
  },
  uninstalled: {
    title: (count) => `${count === 1 ? 'umshayeli ubhukhiwe' : 'abashayeli babhukhiwe'}, futhi i-app isusiwe`,
    heading: (count) => `Ukulethwa ${of(count)} okungase kusafika`,
    message: (count) =>
      `I-app isusiwe esitolo sakho. Ayikhanselanga lutho: ngokwazi kwayo kokugcina, umshayeli ubhukhelwe ${count === 1 ? 'lokhu' : 'ngakunye kwalokhu'}. I-app ayisakulandeli.`,
    nextStep: (count) =>
      `Gcina izimpahla zilungile. Ukuze ${count === 1 ? 'ukukhansele' : 'ukhansele okukodwa'}, buza isevisi yokulethwa usho inkomba yakho. Uma ufaka i-app futhi ngezilungiselelo ezifanayo, ikuthola esevisini futhi ayithumeli umshayeli wesibili.`,
    more: (count) => `Okunye ${of(count)} akubalwanga lapha. Isevisi yokulethwa ingakubala.`,
    notSure: 'akuqinisekile ukuthi kubhukhiwe yini',
    footer: 'Lena yi-imeyili yokugcina ye-app kuleli kheli.',
  },
  summary: {
    subject: (shop, news) => `${shop} namuhla: ${news}`,
    title: (news) => `Namuhla: ${news}`,
    booked: (count) => `ukulethwa ${of(count)} kubhukhiwe`,
    bookedHeading: 'Okubhukhelwe namuhla',
    eachSlot: 'Umugqa ngamunye uvula uhlu lokupakisha lwaleso sikhathi.',
    late: (count) => `ukulethwa ${of(count)} kwayizolo kwephuzile`,
    lateMessage: 'Isikhathi sesidlulile. Isevisi yokulethwa ayikasho ukuthi izimpahla zinikezelwe.',
    lateNextStep: 'Vula i-oda ubone ukuthi umshayeli ukuphi. Uma kungashiwo lapho, buza isevisi yokulethwa.',
    more: (count) => `Okunye ${of(count)} akubalwanga lapha.`,
    toSend: (count) =>
      count === 1 ? 'i-oda engu-1 ilinde ukuthi uyithumele' : `ama-oda angu-${count} alinde ukuthi uwathumele`,
    toSendMessage: (count) =>
      `Ama-oda uwathumela wena. ${count === 1 ? 'Le ilinde' : 'Lawa alinde'} uze ucindezele okuthi Thumela.`,
    showToSend: 'Bonisa ama-oda okufanele athunyelwe',
    footer: 'Ithunyelwa ekuseni, ngezinsuku ezinezindaba. Ivale kuZilungiselelo.',
  },
  conditions: {
    reconnect: () => ({
      ...{ headline: stopped, heading: every },
      message: 'I-Shopify ayisavumeli i-app kulesi sitolo, ngakho ayikho i-oda ebonwayo noma ethunyelwayo.',
      nextStep: 'Vula i-app kanye ku-admin ye-Shopify; ama-oda azobe esebhukhwa futhi.',
    }),
    reads_refused: () => ({
      ...{ headline: stopped, heading: every },
      message:
        'I-Shopify iyenqaba ukubonisa i-app ama-oda alesi sitolo, ngakho ama-oda amasha awabonwa futhi ayikho ethunyelwayo.',
      nextStep: 'Hlola ku-admin ye-Shopify ukuthi isitolo sivuliwe, bese uvuma ukufinyelela okucelwa yi-app.',
    }),
    no_key: () => ({
      ...{ headline: stopped, heading: every },
      message: 'Awukho ukhiye we-API wesevisi yokulethwa, ngakho ama-oda akhokhelwe alindile.',
      nextStep: 'Faka ukhiye we-API kuZilungiselelo.',
    }),
    paused: () => ({
      ...{ headline: 'kusamisiwe', heading: every },
      message: 'Ukuthumela kumisiwe isikhathi esingaphezu kosuku. Ama-oda akhokhelwe alindile; ayikho elahlekile.',
      nextStep: 'Cindezela okuthi Qhubeka ekhasini lasekhaya.',
    }),
    service_down: () => ({
      ...{ headline: 'isevisi yokulethwa ayiphenduli', heading: every },
      message:
        'Isevisi yokulethwa ayiphendulanga isikhathi esingaphezu kwehora. Ama-oda akhokhelwe alindile; ayikho elahlekile.',
      nextStep:
        'Akukho okumele ukwenze: azothunyelwa lapho isiphendula. Uma i-oda ingakwazi ukulinda, yilethe ngenye indlela.',
    }),
    sweep_behind: () => ({
      ...{ headline: 'ama-oda awaqhathaniswa ne-Shopify', heading: every },
      message:
        'Uhlu lwama-oda akhokhelwe aluqhathaniswanga ne-Shopify ihora lonke. I-oda esaziso sayo silahlekile ibingeke itholakale.',
      nextStep: 'Zibhekele ama-oda akhokhelwe ku-Shopify; uma lokhu kuqhubeka, tshela abosizo bohlelo lokusebenza.',
    }),
    writes_forbidden: () => ({
      ...{ headline: 'izikhathi zokulethwa azibhalwa kuma-oda', heading: 'I-Shopify' },
      message:
        'I-Shopify ayiyivumeli i-app ukuthi ibhale kuma-oda alesi sitolo, ngakho izikhathi zokulethwa, amathegi noma u-“Fulfilled” akukho lapho. Abashayeli beza noma kunjalo.',
      nextStep:
        'Vula i-app kanye ku-admin ye-Shopify bese uvuma ukufinyelela ekucelayo: okushodayo kwezinsuku eziyisikhombisa ezedlule kuzobhalwa ngokuzenzakalelayo.',
    }),
    unexplained: (count) => ({
      headline: `${paid(count)} ${count === 1 ? 'iyashoda' : 'ayashoda'}`,
      heading: 'Okushodayo',
      message: `Ku-Shopify kukhona ${paid(count)} ${count === 1 ? 'engaziwa' : 'angaziwa'} yile app, ngakho akukho mshayeli obhukhiwe.`,
      nextStep: 'Siyabheka futhi njalo ngemizuzu embalwa; uma lokhu kuqhubeka, tshela abosizo bohlelo lokusebenza.',
    }),
    test_mode: (count) => ({
      headline: `imodi yokuhlola ibambe ${paid(count)}`,
      heading: 'Imodi yokuhlola',
      message: `Imodi yokuhlola ivuliwe: ${paid(count)} ${count === 1 ? 'ilindile futhi ayitholi' : 'alindile futhi awatholi'} mshayeli.`,
      nextStep: 'Vala imodi yokuhlola kuZilungiselelo: okulindile kuzonqunywa futhi.',
    }),
    undelivered: (count) => ({
      headline: `ukulethwa ${of(count)} akufikanga kumthengi`,
      heading: 'Akunikezelwanga',
      message: 'Umthengi akanalutho, futhi akukho okuthunyelwa futhi ngokwako.',
      nextStep: `Nquma${count === 1 ? '' : ' ngakunye'}: thumela ukulethwa okusha, buyisela imali ye-oda ku-Shopify, noma ugcine izimpahla esitolo.`,
    }),
    drift: (count) => ({
      headline: `${orders(count)}: okumele kunqunywe ngemva kokubhukha ${count === 1 ? 'umshayeli' : 'abashayeli'}`,
      heading: 'Okumele kunqunywe ngemva kokubhukha',
      message: `Kusukela ${count === 1 ? 'umshayeli ebhukhwa' : 'abashayeli bebhukhwa'}, kukhona okuvelile okumele kunqunywe umuntu.`,
      nextStep:
        'Bheka ukuthi kuyini bese unquma: tshela isevisi yokulethwa, tshela umthengi, khansela bese uthumela kabusha, noma kugcine njengoba kubhukhiwe.',
    }),
    second_driver: (count) => ({
      headline: count === 1 ? 'umshayeli ongu-1 angase eze ngeze' : `abashayeli abangu-${count} bangase beze ngeze`,
      heading: 'Umshayeli wesibili ubhukhiwe',
      message: 'Omunye umshayeli uletha izimpahla ezifanayo, noma useziletile.',
      nextStep: `Vula ${count === 1 ? 'i-oda' : 'ama-oda'} bese ukhansela umshayeli okungafanele eze.`,
    }),
    data_request: (count) => ({
      headline:
        count === 1 ? 'ikhasimende elingu-1 licela idatha yalo' : `amakhasimende angu-${count} acela idatha yawo`,
      heading: 'Izicelo zedatha',
      message: 'Ikhasimende lingabona okugcinwe ngalo ezinsukwini ezingu-30 licelile.',
      nextStep: 'Landa okugcinwe, kuthumele ekhasimendeni, bese umaka isicelo njengesiphenduliwe.',
    }),
  },
  changed: {
    ended: 'ikhanseliwe noma imali ibuyiselwe, kodwa umshayeli usabhukhiwe',
    gone: 'ayisaboniswa yi-Shopify, kodwa umshayeli usabhukhiwe',
    brought: 'izimpahla sezilethiwe, kodwa omunye umshayeli ubhukhiwe',
    not_cancelled: 'umshayeli akakhanselwanga futhi usengafika',
    on_hold: 'izimpahla zimisiwe ku-Shopify, kodwa umshayeli usabhukhiwe',
    fraud_risk: 'i-Shopify ixwayisa ngokukhwabanisa, kodwa umshayeli usabhukhiwe',
    called_off: 'isevisi yokulethwa ikhansele ukulethwa, ngakho akekho oletha izimpahla',
    failed: 'ukulethwa kuhlulekile, umthengi akanazo izimpahla',
    returned: 'izimpahla zibuyile, umthengi akanalutho',
    unheard: 'akekho oshilo ukuthi izimpahla zilethiwe',
    address: 'ikheli noma oxhumana naye ushintshile ngemuva kokubhukhwa komshayeli',
    goods: 'izimpahla zishintshile ngemuva kokubhukhwa komshayeli',
    location_closed: 'indawo ivaliwe ngesikhathi somshayeli',
    later_day: 'umshayeli uza ngosuku olungemva kolwathenjiswa umthengi',
    method: 'indlela yokulethwa ishintshile ngemuva kokubhukhwa komshayeli',
    other: 'i-oda ishintshile ngemuva kokubhukhwa komshayeli',
    second_driver: 'umshayeli wesibili ubhukhelwe izimpahla ezifanayo',
  },
};
