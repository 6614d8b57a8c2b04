/** Everyday prose, small stories and letters. */

export const EVERYDAY_TEXTS = {
  'The lighthouse': `Once upon a time there was a lighthouse at the end of a long stone wall. The keeper was an old woman who had painted every room in a different colour. In the blue room she slept, in the yellow room she cooked, and in the red room she kept the letters that nobody had ever sent. Every evening she climbed the stairs, lit the lamp and wrote down the colour of the sea.

One night a small boat came out of the dark. There was nobody in it but a cat and a camera. The old woman carried both of them up to the lamp, dried them with a blanket and waited. In the morning the cat was gone. In the camera there was one picture: the lighthouse, seen from the water, with every window in a different colour.`,
  'A morning in the city': `The city wakes up in layers. First come the birds, then the bakers, then the first tram with its empty windows. A man in a white coat opens the door of the chemist and puts a sign on the pavement. The light falls between the houses in long stripes, and for a quarter of an hour every puddle is made of gold.

At eight o'clock it is over. The street is full, the gold is gone and everybody looks at the ground or at a screen. Only the woman at the corner, who sells flowers, looks up, because she is waiting for the light to come round to her side of the square.`,
  Soup: `To make a good soup, take your time with the onions. Cut two of them into small pieces, put them into a pot with a spoon of oil and let them become soft and golden. Add a carrot, a potato and a leek, and a litre of water. Salt it a little at the beginning and a little at the end. After twenty minutes the kitchen smells as a kitchen should.

Serve it with bread from yesterday and a spoon of cream. Soup is a meal for people who come home late. It waits, and it is better for having waited.`,
  'A letter from the coast': `Dear Ida, the weather has changed and I am writing this at the window. The sea is grey and the sky is grey, and between them there is a line that somebody must have drawn with a ruler. I have taken a hundred pictures of it and thrown ninety-nine of them away. The one that I have kept shows almost nothing: a gull, a wave, a piece of a boat.

You asked what I do all day. I walk, I look, I come back and I look again. In the evening I talk to the man who repairs the nets. He says that a net is made of holes, and that the rest is only there to hold them together. I thought that you would like that. Write soon, and send me a picture of the garden.`,
  'The workshop': `My grandfather had a workshop behind the house. It smelled of wood and oil, and every tool had a place on the wall with its outline painted around it, so that you could see what was missing. He repaired clocks, chairs and umbrellas, and he never threw anything away. "It is not broken," he used to say, "it is only waiting for an idea."

When he was old, he drew the outline of his own hand on the wall, beside the hammer. We have kept the wall. We have painted the rest of the house three times, but we have kept the wall.`,
  Rain: `It rained for nine days. On the first day we read, on the second day we played cards, and on the third day we began to look out of the window. The garden had become a mirror. There were two trees where there had been one, and two gates, and in the evening two moons, one of them trembling.

On the tenth day the sun came out, and everybody was a little disappointed. We had got used to the quiet. We put on our boots and went to see what was left of the path.`,
  'On walking': `A walk is the cheapest of all machines for thinking. You put one foot in front of the other, and after a mile or so the thoughts begin to do the same. Do not take a telephone with you, or take it and do not look at it. Take a small notebook and a pencil that is too short to be worth anything.

It does not matter where you go. The best walks go nowhere and come back by another road. If you get lost, you will see something new; if you do not, you will see something old in another light.`,
  'The garden in autumn': `In autumn the garden stops pretending. The leaves turn yellow, then red, then brown, and one morning they are all on the ground and you can see the shape of the trees. It is a good time to draw them. There is nothing left but lines, and between the lines there is the sky.

Cut back the roses, leave the seeds for the birds and put the chairs into the shed. Then make a fire, a small one, and burn the letters that you do not want to read again. Keep the others.`,
  'The train': `From the window of a train the world is a long picture that somebody pulls from right to left. What is near goes by so fast that you cannot see it; what is far stands almost still. Between them, at the distance of a field, there are houses, dogs, children who wave, and a man on a ladder who will never know that he was seen.

I always sit with my back to the engine. The others see what is coming, but I see what has been, and I see it for longer.`,
  'A small museum': `There is a museum in our town that has only one room. In the room there are seven chairs, and on every chair there is a picture of somebody who used to sit on it. You may sit down yourself, if you ask. The woman at the desk gives you a card and a pencil, and you write down what you think about while you sit.

In the evening she reads the cards and puts them into a box. She says that most people think about food, some think about love, and children think about the chair.`,
} as const;
