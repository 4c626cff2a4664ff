import { type ReactNode, useState } from 'react'
import { Accordion } from '#app/ui/accordion.tsx'
import { Alert } from '#app/ui/alert.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Carousel } from '#app/ui/carousel/carousel.tsx'
import { Dialog } from '#app/ui/dialog/dialog.tsx'
import { Checkbox, Field, TextField } from '#app/ui/field.tsx'
import * as icons from '#app/ui/icons.tsx'
import { Prose } from '#app/ui/prose.tsx'
import { Section, type Tone } from '#app/ui/section.tsx'
import styles from '#app/ui/styleguide.module.css'
import { Table } from '#app/ui/table.tsx'
import { Tabs } from '#app/ui/tabs/tabs.tsx'

const TONES: Tone[] = ['paper', 'sand', 'sky', 'pine', 'ink', 'clay']
const COLORS = ['ink', 'pine', 'dusk', 'clay', 'clay-deep', 'brass', 'brass-light', 'sky', 'sand', 'paper']

function Specimen({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.specimen}>
      <h3>{title}</h3>
      <div className={styles.samples}>{children}</div>
    </div>
  )
}

/** Shows every primitive in all of its states. Development only. */
export function Styleguide() {
  const [dialogOpen, setDialogOpen] = useState(false)
  return (
    <>
      <Section className={styles.sheet}>
        <h1>Style guide</h1>
        <Specimen title="Color">
          <ul className={styles.colors}>
            {COLORS.map((color) => (
              <li key={color} style={{ background: `var(--${color})` }}>
                {color}
              </li>
            ))}
          </ul>
        </Specimen>
        <Specimen title="Type">
          {['xl', 'l', 'm', 's'].map((size) => (
            <p key={size} style={{ fontSize: `var(--title-${size})` }}>
              Your next client is on the line
            </p>
          ))}
          <Prose>
            <p>
              Text is set in the system font, <strong>strong</strong> and <em>emphasized</em>, with{' '}
              <a href="#type">links</a> that are underlined.
            </p>
            <ul>
              <li>One lead</li>
              <li>One agent</li>
            </ul>
          </Prose>
        </Specimen>
        <Specimen title="Icons">
          {Object.entries(icons).map(([name, Icon]) => (
            <Icon key={name} />
          ))}
        </Specimen>
        <Specimen title="Field">
          <Field id="sg-plain" label="First Name" />
          <Field id="sg-filled" label="City" defaultValue="Wilmington" />
          <Field id="sg-error" label="Email Address" defaultValue="agent@" error="Invalid email" />
          <Field id="sg-disabled" label="State" disabled defaultValue="DE" />
          <TextField id="sg-text" label="Write a review" rows={4} />
          <Checkbox id="sg-check" label="I agree to receive occasional marketing messages." defaultChecked />
        </Specimen>
        <Specimen title="Badge">
          <Badge>Save $101</Badge>
        </Specimen>
        <Specimen title="Table">
          <Table
            columns={['Product', 'Price', 'Quantity', 'Subtotal']}
            rows={[{ key: 'a', cells: ['Starter Edge', '$499.00', 1, '$499.00'] }]}
          />
        </Specimen>
        <Specimen title="Alert">
          <Alert onDismiss={() => {}}>Your message has been sent successfully!</Alert>
          <Alert kind="bad">Something went wrong, please try again later.</Alert>
        </Specimen>
        <Specimen title="Accordion">
          <div className={styles.wide}>
            <Accordion title="Do bundle credits expire?">
              <p>No. Bundle credits never expire.</p>
            </Accordion>
            <Accordion title="Is each lead exclusive to me?">
              <p>Yes: one lead, one agent.</p>
            </Accordion>
          </div>
        </Specimen>
        <Specimen title="Tabs">
          <Tabs
            label="About"
            initial={1}
            tabs={[
              { id: 'sg-company', title: 'Our Company', content: <p>Who we are.</p> },
              { id: 'sg-mission', title: 'Our Mission', content: <p>What we do.</p> },
              { id: 'sg-vision', title: 'Our Vision', content: <p>Where we go.</p> },
            ]}
          />
        </Specimen>
        <Specimen title="Carousel">
          <Carousel
            className={styles.wide}
            label="Cards"
            autoplayMs={3000}
            perView={{ default: 1, 768: 2, 1024: 3 }}
            gapPx={30}
            slides={[1, 2, 3, 4, 5].map((number) => <p key={number}>Slide {number}</p>)}
          />
        </Specimen>
        <Specimen title="Dialog">
          <Button onClick={() => setDialogOpen(true)}>Open the dialog</Button>
          <Dialog label="Add New Review" open={dialogOpen} onClose={() => setDialogOpen(false)}>
            <p>The content of the dialog.</p>
          </Dialog>
        </Specimen>
      </Section>
      {TONES.map((tone) => (
        <Section key={tone} tone={tone} className={styles.sheet}>
          <h2>
            Background: <em>{tone}</em>
          </h2>
          <p>
            Text on it, and <a href="#tone">a link in it</a>.
          </p>
          <div className={styles.samples}>
            <Button>Solid</Button>
            <Button variant="quiet">Quiet</Button>
            <Button small>Small</Button>
            <Button busy>Submitting...</Button>
            <Button disabled>Disabled</Button>
            <ButtonLink to="#link">Link</ButtonLink>
            <Badge>Badge</Badge>
          </div>
        </Section>
      ))}
    </>
  )
}
