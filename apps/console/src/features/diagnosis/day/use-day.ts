import type { Day } from '@support-console/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/index.ts'
import type { Look } from '../use-diagnosis.ts'

/** 24 hours of a thing, up to an instant; null: up to now, and again when its look has ended. */
export function useDay({ kind, id, number, isUnderWay }: Look, until: string | null) {
  const look = until === null ? `${number} ${isUnderWay}` : ''
  return useQuery({
    queryKey: ['day', kind, id, until, look],
    queryFn: async ({ signal }): Promise<Day> => {
      const asked = { query: until === null ? {} : { until }, signal }
      const { data } =
        kind === 'panel'
          ? await api('GET /days/v1/panels/{cloudId}', { params: { cloudId: id }, ...asked })
          : await api('GET /days/v1/sims/{iccid}', { params: { iccid: id }, ...asked })
      return data
    },
    placeholderData: (before) => before,
  })
}
