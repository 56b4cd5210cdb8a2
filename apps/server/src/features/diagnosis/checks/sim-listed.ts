import { by, type Check, fine, ofSim } from '../check.ts'
import { knownOf } from '../facts.ts'
import { inWords } from '../in-words.ts'
import { compare, saidBy } from './sim-sources.ts'

/** Whether each source has one record of the SIM. */
export const simListedChecks: readonly Check[] = [
  {
    code: 'sim-listed-twice',
    title: 'Duplicates',
    mostly: 'may-stop',
    followsFrom: ['sim-unknown'],
    scope: ofSim,
    needs: ({ carrier, connector }) => [carrier, connector],
    judge(facts) {
      const twice = saidBy(facts).find(({ says }) => (says?.alsoListed?.length ?? 0) > 0)
      if (!twice)
        return knownOf(facts.carrier) === undefined && knownOf(facts.connector) === undefined
          ? undefined
          : fine('No source lists it twice.')
      const { fact, says } = twice
      const states = [says?.deviceStatus ?? '', ...(says?.alsoListed ?? [])]
      const differ = new Set(states).size > 1
      const count = states.length === 2 ? 'twice' : `${states.length} times`
      return {
        state: 'wrong',
        effect: differ ? 'may-stop' : 'beside',
        title: 'Listed twice',
        sentence: `${fact.source} lists this SIM ${count}: ${inWords(states.map((state) => state.toLowerCase()))}.`,
        evidence: states.map((state, at) => by(fact, `Record ${at + 1}`, state)),
        next: [compare(facts)],
        step: {
          text: `Ask ${fact.source} to remove the record that is wrong.`,
          go: null,
          copy: `Please remove the second record of SIM ${facts.iccid}: ${states.join(' and ')}.`,
        },
      }
    },
  },
]
