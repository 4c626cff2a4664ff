import { getPublishedId } from '@sanity/client/csm'
import { Card, Stack, Text } from '@sanity/ui'
import { IntentLink } from 'sanity/router'
import { styled } from 'styled-components'
import { consequenceOf, kindOf, nameOf, type ReferencePlace } from '#studio/validation/references.ts'

/** The Studio shows a link in a text by its color alone. */
const Underlined = styled(IntentLink)`
  && {
    text-decoration: underline;
  }
`

/** The documents that refer to another one, each once, with a link; `consequences`: what happens there without that one. */
export function PlaceList({
  places,
  consequences = false,
}: {
  places: ReferencePlace[]
  consequences?: boolean
}) {
  const byDocument = Map.groupBy(places, ({ document }) => getPublishedId(document._id))
  return (
    <Stack as="ul" gap={2}>
      {[...byDocument].map(([id, [place]]) => (
        <Card as="li" key={id} padding={3} border radius={2}>
          <Stack gap={3}>
            <Text size={1}>
              <Underlined intent="edit" params={{ id, type: place!.document._type }} target="_blank">
                {nameOf(place!.document)}
              </Underlined>{' '}
              · {kindOf(place!.document)}
            </Text>
            {consequences && (
              <Text size={1} muted>
                {consequenceOf(place!)}
              </Text>
            )}
          </Stack>
        </Card>
      ))}
    </Stack>
  )
}
