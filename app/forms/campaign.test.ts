import { expect, test } from 'vitest'
import { campaignOf } from '#app/forms/campaign.server.ts'
import { campaignOfVisit, readCampaign, writeCampaign } from '#app/forms/campaign.ts'

const visit = (address: string, referrer = '') =>
  campaignOfVisit(new URL(address, 'https://site.example'), referrer)

test('a visit keeps its utm parameters, its referrer without the query, and its first page', () => {
  expect(
    visit('/pricing?utm_source=news&utm_campaign=May%20&other=1', 'https://a.example/x?mail=b#c'),
  ).toEqual({
    utm_source: 'news',
    utm_campaign: 'May',
    referrer: 'https://a.example/x',
    landing: '/pricing',
  })
})

test('a visit without a campaign or a referrer from another site leaves nothing', () => {
  for (const referrer of ['', 'https://site.example/about-us', 'nonsense'])
    expect(visit('/pricing?ref=x&referrer=forged&landing=forged', referrer)).toBeUndefined()
})

test('the second page reads the campaign of a first page whose script did not run', () => {
  expect(visit('/contact-us', 'https://site.example/pricing?utm_source=news')).toEqual({
    utm_source: 'news',
    landing: '/pricing',
  })
})

test('a campaign survives its cookie, and a forged cookie is cut to size', () => {
  const campaign = { utm_source: 'a=b;c, "d" é', landing: '/' }
  const encoded = writeCampaign(campaign)
  expect(readCampaign(encoded)).toEqual(campaign)
  expect(readCampaign('utm_source=a%0d%0ab&name=x&utm_medium=%00')).toEqual({ utm_source: 'a b' })
  expect(readCampaign(`utm_source=${'x'.repeat(9_000)}`)?.utm_source).toHaveLength(200)
  const long = visit(
    `/?utm_source=${'春'.repeat(300)}&utm_medium=${'春'.repeat(300)}&utm_term=${'春'.repeat(300)}`,
  )!
  expect(writeCampaign(long).length).toBeLessThan(4_001)
  for (const nothing of ['', '%', 'utm_source=']) expect(readCampaign(nothing)).toBeUndefined()
})

test('a visitor with Global Privacy Control or Do Not Track has no campaign', () => {
  const campaignWith = (headers: Record<string, string>) =>
    campaignOf(
      new Request('https://site.example/', {
        headers: { Cookie: 'a=b; visit=utm_source%3Dx&utm_source=y', ...headers },
      }),
    )
  expect(campaignWith({})).toEqual({ utm_source: 'y' })
  expect(campaignWith({ 'Sec-GPC': '1' })).toBeUndefined()
  expect(campaignWith({ DNT: '1' })).toBeUndefined()
})
