import { expect, test } from 'vitest'
import { campaignOf } from '#app/forms/campaign.server.ts'
import { campaignOfVisit, readCampaign, writeCampaign } from '#app/forms/campaign.ts'

const visit = (address: string, referrer = '') =>
  campaignOfVisit(new URL(address, 'https://site.example'), referrer)

test('what led here is remembered: parameters, the page before, the first page', () => {
  expect(
    visit('/pricing?utm_source=news&utm_campaign=May%20&other=1', 'https://a.example/x?mail=b#c'),
  ).toEqual({
    utm_source: 'news',
    utm_campaign: 'May',
    referrer: 'https://a.example/x',
    landing: '/pricing',
  })
})

test('who came by themselves, or from a page of this site, leaves nothing', () => {
  for (const referrer of ['', 'https://site.example/about-us', 'nonsense', 'android-app://com.example'])
    expect(visit('/pricing?ref=x&referrer=forged&landing=forged', referrer)).toBeUndefined()
})

test('a first page that was left too soon to write anything down is asked for by the next', () => {
  expect(visit('/contact-us', 'https://site.example/pricing?utm_source=news')).toEqual({
    utm_source: 'news',
    landing: '/pricing',
  })
})

test('what is written is read back; what strangers write is cut to size', () => {
  const campaign = { utm_source: 'a=b;c, "d" é', landing: '/' }
  const written = writeCampaign(campaign)
  expect(written).toMatch(/^[\w.*=&%+-]+$/) // stands in a cookie as it is
  expect(readCampaign(written)).toEqual(campaign)
  expect(readCampaign('utm_source=a%0d%0ab&name=x&utm_medium=%00')).toEqual({ utm_source: 'a b' })
  expect(readCampaign(`utm_source=${'x'.repeat(9_000)}`)?.utm_source).toHaveLength(200)
  for (const nothing of ['', '%', '{"utm_source":1}', 'utm_source='])
    expect(readCampaign(nothing)).toBeUndefined()
})

test('what takes more room than a cookie has is cut evenly, between two signs', () => {
  const names = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content']
  const query = (value: string) => new URLSearchParams(names.map((name) => [name, value])).toString()
  for (const sign of ['春', 'é', '🏡', '&']) {
    const long = visit(
      `/${'%E6'.repeat(200)}?${query(sign.repeat(300))}`,
      `https://a.example/${'%E6'.repeat(200)}`,
    )
    const written = writeCampaign(long!)
    expect(written.length).toBeLessThan(4_001)
    const { utm_source: source = '', ...others } = readCampaign(written)!
    expect(source).toMatch(new RegExp(`^(?:${sign}){25,200}$`, 'u'))
    expect(others).toMatchObject({
      utm_medium: source,
      utm_content: source,
      landing: expect.stringMatching(/^\/%E6/),
    })
  }
  const one = visit(`/?utm_campaign=${'春'.repeat(300)}`)!
  expect(readCampaign(writeCampaign(one))?.utm_campaign).toBe('春'.repeat(200))
})

test('a visitor who does not want to be followed is not, whatever the cookie says', () => {
  const of = (headers: Record<string, string>) =>
    campaignOf(
      new Request('https://site.example/', {
        headers: { Cookie: 'a=b; visit=utm_source%3Dx&utm_source=y', ...headers },
      }),
    )
  expect(of({})).toEqual({ utm_source: 'y' })
  expect(of({ 'Sec-GPC': '1' })).toBeUndefined()
  expect(of({ DNT: '1' })).toBeUndefined()
})
