package dev.tengen.arena.browser;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.WebDriverWait;

/**
 * Chromium without a window, driven by Selenium. Tests that ask for it are skipped where it is not installed.
 *
 * <p>Nothing here sleeps: {@link #await} looks again and again until what is waited for is there.
 */
public final class Browser implements AutoCloseable {
    private static final Path PROGRAM = Path.of("/usr/bin/chromium");
    private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** Kept, since loggers that nobody holds are forgotten with their levels. */
    private static final Logger NOISE = Logger.getLogger("org.openqa.selenium.devtools");

    private final ChromeDriver driver;

    private Browser(ChromeDriver driver) {
        this.driver = driver;
    }

    /** Opens a browser whose window is so large, with a profile of its own. */
    public static Browser open(int width, int height) {
        assumeTrue(Files.isExecutable(PROGRAM), PROGRAM + " is not installed (Debian package chromium)");
        assumeTrue(Files.isExecutable(DRIVER), DRIVER + " is not installed (Debian package chromium-driver)");
        NOISE.setLevel(Level.SEVERE); // It warns that it does not know the newest Chromium's tools, which are not used.
        ChromeOptions options = new ChromeOptions();
        options.setBinary(PROGRAM.toFile());
        options.addArguments(
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--hide-scrollbars",
                "--window-size=" + width + "," + height);
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        options.setCapability("goog:loggingPrefs", logs);
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(DRIVER.toFile())
                .usingAnyFreePort()
                .build();
        return new Browser(new ChromeDriver(service, options));
    }

    /** Returns Selenium's driver, for what is not here. */
    public ChromeDriver driver() {
        return driver;
    }

    /** Goes to an address. */
    public void go(String address) {
        driver.get(address);
    }

    /** Makes the page see a window of another size. */
    public void resize(int width, int height) {
        driver.manage().window().setSize(new Dimension(width, height));
    }

    /** Makes the page see a system that prefers "light" or "dark". */
    public void preferScheme(String scheme) {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    }

    /** Returns the one element that a CSS selector finds, once it is there. */
    public WebElement element(String selector) {
        return await(browser -> browser.driver.findElement(By.cssSelector(selector)));
    }

    /** Returns the elements that a CSS selector finds now. */
    public List<WebElement> elements(String selector) {
        return driver.findElements(By.cssSelector(selector));
    }

    /** Returns the count of elements that a CSS selector finds now. */
    public int count(String selector) {
        return elements(selector).size();
    }

    /** Waits until `condition` returns something other than null and false, and returns it. What it throws means: not yet. */
    public <T> T await(Function<Browser, T> condition) {
        return new WebDriverWait(driver, PATIENCE, Duration.ofMillis(20))
                .ignoring(RuntimeException.class)
                .until(waiting -> condition.apply(this));
    }

    /** Waits until the text of an element contains `text`. */
    public void awaitText(String selector, String text) {
        await(browser -> element(selector).getText().contains(text));
    }

    /** Runs JavaScript in the page and returns what it returns. */
    public Object run(String script, Object... arguments) {
        return driver.executeScript(script, arguments);
    }

    /** Presses keys, wherever the focus is. */
    public void press(CharSequence... keys) {
        driver.switchTo().activeElement().sendKeys(keys);
    }

    /** Returns what the page has written to the console as errors since the last call, failed requests included. */
    public List<String> errors() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .filter(entry -> entry.getLevel().intValue() >= Level.SEVERE.intValue())
                .map(LogEntry::getMessage)
                .toList();
    }

    /** Writes what the window shows as a PNG. */
    public void screenshot(Path file) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.write(file, driver.getScreenshotAs(OutputType.BYTES));
    }

    @Override
    public void close() {
        driver.quit();
    }
}
