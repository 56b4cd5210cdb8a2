import type { PageLanguage } from '@support-console/contract'
import type { Advice, Place, PlaceState, Status } from './told.ts'

interface Words {
  title: string
  /** 'Panel ending in 0001' */
  panel: (lastFour: string) => string
  status: Record<Status, string>
  since: string
  seenSince: string
  heard: string
  asked: string
  notKnown: string
  way: string
  place: Record<Place, string>
  placeState: Record<PlaceState, string>
  toDo: string
  steps: Record<Advice, readonly string[]>
  incomplete: string
  offline: string
  lasts: (time: string) => string
  ended: string
  endedText: string
  endedReported: string
  unknown: string
  unknownText: string
  busy: string
  busyText: string
  failed: string
  failedText: string
  language: string
}

/** All that the page says, in words for the person at the box: what is, not whose fault it is. */
export const words: Readonly<Record<PageLanguage, Words>> = {
  en: {
    title: 'Alarm panel: does it report?',
    panel: (lastFour) => `Panel ending in ${lastFour}`,
    status: {
      reports: 'The panel reports',
      silent: 'No signal from the panel',
      'one-way': 'Signals do not pass as they should',
      unsteady: 'The connection comes and goes',
      unknown: 'Not known right now',
      asking: 'Asking now…',
    },
    since: 'Since',
    seenSince: 'Seen so since',
    heard: 'Last signal',
    asked: 'Receiver last asked',
    notKnown: 'not known',
    way: 'The way of a signal',
    place: { panel: 'Panel', network: 'Mobile network', receiver: 'Our receiver' },
    placeState: {
      works: 'works',
      fault: 'fault',
      'no-signal': 'no signal',
      unknown: 'not known',
      asking: 'asking…',
    },
    toDo: 'What to do at the box',
    steps: {
      none: ['You need not do anything at the box.'],
      basics: [
        'Check that the panel has mains power and its battery is connected.',
        'Check that the antenna is plugged in and not covered by metal.',
        'Wait five minutes. This page shows a signal as soon as it arrives.',
      ],
      ours: [
        'The cause is not at the box. Leave the panel as it is.',
        'This page shows when it reports again.',
      ],
      support: [
        'Leave the panel as it is: something has to be set on our side.',
        'Call support before you leave the site.',
      ],
      sim: [
        'Check that the SIM card in the panel is the one that came with it.',
        'Call support before you change or move a SIM card.',
      ],
      looking: ['We are looking into it. Leave the panel as it is, and call support if you are at the site.'],
      asking: ['Please wait. The systems are being asked.'],
    },
    incomplete: 'Some systems gave no answer, so this may still change.',
    offline: 'This page cannot reach us, so what it shows may be old. It keeps trying.',
    lasts: (time) => `This page works until ${time}, or until the panel has reported for ten minutes.`,
    ended: 'This link has ended',
    endedText: 'Ask the person who sent it to you for a new one.',
    endedReported: 'The panel had reported for ten minutes.',
    unknown: 'Page not found',
    unknownText: 'Check that the whole address was copied, or ask for a new link.',
    busy: 'Too many tries',
    busyText: 'Wait a minute, then open the link again.',
    failed: 'The page cannot be shown now',
    failedText: 'Nothing is known of the panel from here. Try again in a minute.',
    language: 'Language',
  },
  es: {
    title: 'Panel de alarma: ¿comunica?',
    panel: (lastFour) => `Panel terminado en ${lastFour}`,
    status: {
      reports: 'El panel comunica',
      silent: 'No hay señal del panel',
      'one-way': 'Las señales no pasan como deben',
      unsteady: 'La conexión va y viene',
      unknown: 'No se sabe en este momento',
      asking: 'Consultando…',
    },
    since: 'Desde',
    seenSince: 'Visto así desde',
    heard: 'Última señal',
    asked: 'Última consulta al receptor',
    notKnown: 'no se sabe',
    way: 'El camino de una señal',
    place: { panel: 'Panel', network: 'Red móvil', receiver: 'Nuestro receptor' },
    placeState: {
      works: 'funciona',
      fault: 'fallo',
      'no-signal': 'sin señal',
      unknown: 'no se sabe',
      asking: 'consultando…',
    },
    toDo: 'Qué hacer en el panel',
    steps: {
      none: ['No tiene que hacer nada en el panel.'],
      basics: [
        'Compruebe que el panel tiene corriente y la batería está conectada.',
        'Compruebe que la antena está conectada y no la tapa ningún metal.',
        'Espere cinco minutos. Esta página muestra la señal en cuanto llega.',
      ],
      ours: [
        'La causa no está en el panel. Déjelo como está.',
        'Esta página muestra cuándo vuelve a comunicar.',
      ],
      support: [
        'Deje el panel como está: hay que ajustar algo por nuestra parte.',
        'Llame a soporte antes de irse del lugar.',
      ],
      sim: [
        'Compruebe que la tarjeta SIM del panel es la que venía con él.',
        'Llame a soporte antes de cambiar o mover una tarjeta SIM.',
      ],
      looking: ['Lo estamos revisando. Deje el panel como está y llame a soporte si está en el lugar.'],
      asking: ['Espere, por favor. Se está consultando a los sistemas.'],
    },
    incomplete: 'Algunos sistemas no han respondido, así que esto puede cambiar.',
    offline:
      'Esta página no puede conectar con nosotros; lo que muestra puede ser antiguo. Sigue intentándolo.',
    lasts: (time) =>
      `Esta página funciona hasta el ${time}, o hasta que el panel haya comunicado durante diez minutos.`,
    ended: 'Este enlace ha caducado',
    endedText: 'Pida uno nuevo a la persona que se lo envió.',
    endedReported: 'El panel había comunicado durante diez minutos.',
    unknown: 'Página no encontrada',
    unknownText: 'Compruebe que copió la dirección completa o pida un enlace nuevo.',
    busy: 'Demasiados intentos',
    busyText: 'Espere un minuto y vuelva a abrir el enlace.',
    failed: 'La página no se puede mostrar ahora',
    failedText: 'Desde aquí no se sabe nada del panel. Inténtelo de nuevo en un minuto.',
    language: 'Idioma',
  },
  fr: {
    title: 'Centrale d’alarme : communique-t-elle ?',
    panel: (lastFour) => `Centrale se terminant par ${lastFour}`,
    status: {
      reports: 'La centrale communique',
      silent: 'Aucun signal de la centrale',
      'one-way': 'Les signaux ne passent pas comme il faut',
      unsteady: 'La connexion va et vient',
      unknown: 'Inconnu pour le moment',
      asking: 'Interrogation en cours…',
    },
    since: 'Depuis',
    seenSince: 'Constaté depuis',
    heard: 'Dernier signal',
    asked: 'Dernière interrogation du récepteur',
    notKnown: 'inconnu',
    way: 'Le chemin d’un signal',
    place: { panel: 'Centrale', network: 'Réseau mobile', receiver: 'Notre récepteur' },
    placeState: {
      works: 'fonctionne',
      fault: 'défaut',
      'no-signal': 'pas de signal',
      unknown: 'inconnu',
      asking: 'en cours…',
    },
    toDo: 'Que faire sur place',
    steps: {
      none: ['Vous n’avez rien à faire sur la centrale.'],
      basics: [
        'Vérifiez que la centrale est alimentée et que sa batterie est branchée.',
        'Vérifiez que l’antenne est branchée et qu’aucun métal ne la couvre.',
        'Attendez cinq minutes. Cette page affiche un signal dès qu’il arrive.',
      ],
      ours: [
        'La cause n’est pas sur place. Laissez la centrale telle quelle.',
        'Cette page indique quand elle communique de nouveau.',
      ],
      support: [
        'Laissez la centrale telle quelle : un réglage est à faire de notre côté.',
        'Appelez le support avant de quitter les lieux.',
      ],
      sim: [
        'Vérifiez que la carte SIM de la centrale est celle livrée avec elle.',
        'Appelez le support avant de changer ou de déplacer une carte SIM.',
      ],
      looking: [
        'Nous cherchons la cause. Laissez la centrale telle quelle et appelez le support si vous êtes sur place.',
      ],
      asking: ['Veuillez patienter. Les systèmes sont interrogés.'],
    },
    incomplete: 'Certains systèmes n’ont pas répondu : ceci peut encore changer.',
    offline: 'Cette page ne peut pas nous joindre ; ce qu’elle affiche peut être ancien. Elle réessaie.',
    lasts: (time) =>
      `Cette page fonctionne jusqu’au ${time}, ou jusqu’à ce que la centrale ait communiqué pendant dix minutes.`,
    ended: 'Ce lien n’est plus valable',
    endedText: 'Demandez-en un nouveau à la personne qui vous l’a envoyé.',
    endedReported: 'La centrale avait communiqué pendant dix minutes.',
    unknown: 'Page introuvable',
    unknownText: 'Vérifiez que l’adresse est complète, ou demandez un nouveau lien.',
    busy: 'Trop d’essais',
    busyText: 'Attendez une minute, puis ouvrez le lien à nouveau.',
    failed: 'La page ne peut pas être affichée pour le moment',
    failedText: 'D’ici, on ne sait rien de la centrale. Réessayez dans une minute.',
    language: 'Langue',
  },
}

export const languageNames: Readonly<Record<PageLanguage, string>> = {
  en: 'English',
  es: 'Español',
  fr: 'Français',
}
