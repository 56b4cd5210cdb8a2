import { calls } from '@support-console/contract'
import type { Api } from '../http/api.ts'
import { registerCall } from '../http/register-call.ts'
import type { News } from './news.ts'

export function registerNews(api: Api, news: News): void {
  registerCall(api, calls.streamNews, async ({ user }) => ({ events: news.open(user) }))
}
