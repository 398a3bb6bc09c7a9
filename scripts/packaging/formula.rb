class Deleterules < Formula
  desc "Tells what a delete will do in SwiftData or Core Data before it ships"
  homepage "@REPOSITORY@"
  url "@SOURCE@"
  sha256 "@SUM@"
  license "MIT"
  head "@REPOSITORY@.git", branch: "main"

  # The first Xcode with Swift 6.2.
  depends_on xcode: ["26.0", :build]

  uses_from_macos "swift" => :build

  def install
    # On macOS, the sandbox of SwiftPM cannot start in the sandbox of Homebrew. On Linux,
    # the libraries of Swift are present only during the build.
    args = OS.mac? ? ["--disable-sandbox"] : ["--static-swift-stdlib"]
    system "swift", "build", *args, "--configuration", "release", "--product", "deleterules"
    bin.install ".build/release/deleterules"
    (man1/"deleterules.1").write Utils.safe_popen_read(bin/"deleterules", "help", "--format", "man")
    generate_completions_from_executable(bin/"deleterules", "completions")
  end

  test do
    (testpath/"Models.swift").write <<~SWIFT
      @Model class Photo { var tags: [Tag] = [] }
      @Model class Tag { var photos: [Photo] = [] }
    SWIFT
    found = shell_output("#{bin}/deleterules check Models.swift", 1)
    assert_match "Models.swift:1:26: error: ", found
    system bin/"deleterules", "check", "Models.swift", "--fix"
    assert_match "@Relationship(inverse: \\Tag.photos) var tags", (testpath/"Models.swift").read
    assert_match version.to_s, shell_output("#{bin}/deleterules --version") unless head?
  end
end
