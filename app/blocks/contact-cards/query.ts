export const contactCardsProjection = `
  heading, emailTitle, phoneTitle, addressTitle`
