/** What a system says of a SIM instead of what it says otherwise. */
interface SimSays {
  state?: 'active' | 'suspended' | 'deactivated' | 'inventory'
  /** Since how many minutes before the situation began it is in that state; 0 where nothing is said. */
  sinceMinutes?: number
  /** Instead of its word for the state. */
  word?: string
  /** Verizon and Connector list the SIM once in each of these states. */
  listed?: readonly NonNullable<SimSays['state']>[]
  /** The SIM that it tells of instead. */
  iccid?: string
  imei?: string
  /** The address of its session. */
  ipAddress?: string
  natIp?: string
  realIp?: string
  online?: boolean
  /** By how much it uses more data than usual. */
  usageFactor?: number
  /** When its last session began and ended, in minutes before the situation; null: it goes on. */
  session?: { beganMinutes: number; endedMinutes: number | null }
  company?: { name: string; sapCompanyId: string } | null
}

/** What is otherwise in the outside world; what is not named stays as it is. */
export interface Changes {
  /**
   * By ICCID: what all three systems say, and what one of them says besides; 'unknown': it does not know the SIM.
   * `like`: a SIM that the demo world has not, as another one is.
   */
  sims?: Readonly<
    Record<
      string,
      {
        like?: string
        all?: SimSays | 'unknown'
        carrier?: SimSays | 'unknown'
        'mobile-broker'?: SimSays | 'unknown'
        connector?: SimSays | 'unknown'
      }
    >
  >
  /** By cloud ID, as the Remote Portal and Pathfinder know it. */
  panels?: Readonly<Record<string, { managementDisabled?: boolean; environment?: 'PROD' | 'TEST' | 'DEV' }>>
  /**
   * By cloud ID, at its container: connected for three hours and heard each minute, but for what stands here, in minutes before the
   * situation is entered; 'none': not connected from then on.
   */
  connections?: Readonly<
    Record<
      string,
      | 'none'
      | {
          heardMinutes?: number
          sentMinutes?: number
          connectedMinutes?: number
          iccid?: string
          address?: string
          /** What the container says of the last message that it received: OK, NAK, TIMEOUT, NONE. */
          status?: string
        }
    >
  >
  /**
   * By name: in no list any more, never answering, its clock ahead by so many minutes, its times without a zone, deaf since so many
   * before the situation.
   */
  containers?: Readonly<
    Record<
      string,
      { is?: 'gone' | 'silent'; clockMinutes?: number; isWithoutZone?: true; heardMinutes?: number }
    >
  >
  /** As `POST /control/faults` takes them. */
  faults?: readonly object[]
}

/** A situation in which someone asks why a panel is silent, or what is wrong with a SIM. */
export interface Situation extends Changes {
  /** Its number where it stems from the review of the diagnosis. */
  review?: number
  /** What is so. */
  sentence: string
  /** What is asked about. */
  about: { sim: string } | { panel: string } | { panels: readonly string[] }
  /** What has to be done in the console, or stand in its database, before; nothing where it is absent. */
  before?: string
  /**
   * What a diagnosis has to say: state of its verdict, code of its first cause, the `further` ones in their order, and how the
   * address of its next step begins.
   */
  expects: {
    state: 'cause' | 'likely' | 'to-mend' | 'so-far' | 'unexplained' | 'not-known' | 'fine'
    code?: string
    further?: readonly string[]
    next?: string
  }
  /** Further findings that must be there: code and state, or `follows` where it stands below a cause. */
  also?: readonly string[]
  /** Findings that would be wrong: code and state. */
  never?: readonly string[]
  /** What is read out, its steps included, and what is not. */
  says?: readonly RegExp[]
  neverSays?: readonly RegExp[]
  /** What is said to have changed before. */
  changed?: readonly RegExp[]
}

export type Situations = Readonly<Record<string, Situation>>
