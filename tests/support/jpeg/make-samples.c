/*
 * Writes small JPEGs of every kind that the decoder reads, and what libjpeg-turbo decodes them to, as NN.jpg and NN.raw;
 * samples.json holds them with the SHA-256 of their planes. Made with libjpeg-turbo 2.1.5:
 *   cc make-samples.c -ljpeg && ./a.out
 */
#include <stdio.h>
#include <stdlib.h>
#include <jpeglib.h>

typedef struct {
  const char *name;
  int width, height, components, across, down, progressive, restart, quality;
} Sample;

static const Sample samples[] = {
  {"grey", 45, 35, 1, 1, 1, 0, 0, 85},
  {"grey, progressive", 45, 35, 1, 1, 1, 1, 0, 60},
  {"grey, restarted", 45, 35, 1, 1, 1, 0, 2, 85},
  {"4:4:4", 45, 35, 3, 1, 1, 0, 0, 90},
  {"4:2:2", 45, 35, 3, 2, 1, 0, 0, 75},
  {"4:4:0", 45, 35, 3, 1, 2, 0, 0, 75},
  {"4:2:0", 45, 35, 3, 2, 2, 0, 0, 75},
  {"4:2:0, restarted", 45, 35, 3, 2, 2, 0, 1, 75},
  {"4:2:0, progressive", 45, 35, 3, 2, 2, 1, 0, 70},
  {"4:2:2, progressive and restarted", 45, 35, 3, 2, 1, 1, 3, 95},
  {"4:1:1", 45, 35, 3, 4, 1, 0, 0, 75},
  {"4:2:0, two columns of colour", 3, 9, 3, 2, 2, 0, 0, 75},
  {"4:2:0, one pixel", 1, 1, 3, 2, 2, 0, 0, 75},
  {"4:2:0, coarse", 24, 24, 3, 2, 2, 0, 0, 3},
};

static unsigned char *draw(Sample sample, unsigned seed) {
  unsigned char *pixels = malloc(sample.width * sample.height * sample.components);
  for (int y = 0, at = 0; y < sample.height; y++)
    for (int x = 0; x < sample.width; x++)
      for (int band = 0; band < sample.components; band++, at++) {
        seed = seed * 1664525u + 1013904223u;
        int value = (x * 5 + y * 3 * (band + 1)) % 256;
        if ((x / 7 + y / 5) % 3 == band) value = 255 - value;
        value += (int)((seed >> 16) % 31) - 15;
        pixels[at] = value < 0 ? 0 : value > 255 ? 255 : value;
      }
  return pixels;
}

static void save(const char *ending, unsigned number, const void *bytes, unsigned long length) {
  char name[32];
  sprintf(name, "%02u.%s", number, ending);
  FILE *file = fopen(name, "wb");
  fwrite(bytes, 1, length, file);
  fclose(file);
}

int main(void) {
  for (unsigned number = 0; number < sizeof samples / sizeof *samples; number++) {
    Sample sample = samples[number];
    int row = sample.width * sample.components;
    unsigned char *pixels = draw(sample, number + 1), *bytes = NULL;
    unsigned long length = 0;
    struct jpeg_error_mgr errors;

    struct jpeg_compress_struct out;
    out.err = jpeg_std_error(&errors);
    jpeg_create_compress(&out);
    jpeg_mem_dest(&out, &bytes, &length);
    out.image_width = sample.width;
    out.image_height = sample.height;
    out.input_components = sample.components;
    out.in_color_space = sample.components == 3 ? JCS_RGB : JCS_GRAYSCALE;
    jpeg_set_defaults(&out);
    jpeg_set_quality(&out, sample.quality, TRUE);
    out.comp_info[0].h_samp_factor = sample.across;
    out.comp_info[0].v_samp_factor = sample.down;
    if (sample.progressive) jpeg_simple_progression(&out);
    out.restart_interval = sample.restart;
    out.optimize_coding = TRUE;
    jpeg_start_compress(&out, TRUE);
    while (out.next_scanline < out.image_height) {
      JSAMPROW line = pixels + out.next_scanline * row;
      jpeg_write_scanlines(&out, &line, 1);
    }
    jpeg_finish_compress(&out);
    save("jpg", number, bytes, length);

    struct jpeg_decompress_struct in;
    in.err = jpeg_std_error(&errors);
    jpeg_create_decompress(&in);
    jpeg_mem_src(&in, bytes, length);
    jpeg_read_header(&in, TRUE);
    jpeg_start_decompress(&in);
    while (in.output_scanline < in.output_height) {
      JSAMPROW line = pixels + in.output_scanline * row;
      jpeg_read_scanlines(&in, &line, 1);
    }
    save("raw", number, pixels, (unsigned long)row * sample.height);
    printf("%s: %d by %d, %lu bytes\n", sample.name, sample.width, sample.height, length);
  }
  return 0;
}
